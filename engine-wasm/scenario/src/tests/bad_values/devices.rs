//! Invalid devices, and invalid filesystems on devices.

use serde_json::{Value, json};

use super::super::{changed, expect, problems, refuses};

#[test]
fn a_filesystem_or_swap_on_a_device_that_is_not_there_is_refused() {
    let words = ["`sdb`", "no such device", "`sda`"];
    refuses(
        "/filesystems/0/device",
        json!("sdb"),
        "filesystems[0].device",
        &words,
    );
    refuses("/swap/device", json!("sdb"), "swap.device", &words);
    let none = changed("/devices", Some(json!([])));
    expect(
        &problems(&none)[0],
        "filesystems[0].device",
        &["`sda`", "Add a device"],
    );
}

#[test]
fn an_unknown_device_model_names_the_nearest() {
    let field = "devices[0].hardware";
    refuses(
        "/devices/0/hardware",
        json!("sata_2011"),
        field,
        &["`sata_2011`", "`sata_2010`"],
    );
    refuses(
        "/devices/0/hardware",
        json!("floppy"),
        field,
        &["`floppy`", "`raid0_4`"],
    );
}

#[test]
fn files_have_to_fit_their_device() {
    let stick = json!({ "read_kb_per_s": 1, "write_kb_per_s": 1, "capacity_mib": 7 });
    refuses(
        "/devices/0/hardware",
        stick,
        "devices[0]",
        &["holds 7 MiB", "8 MiB"],
    );
}

#[test]
fn a_write_cache_that_cannot_be_is_refused() {
    let refused = |kb: u32, flash: Option<Value>| {
        let mut disk = json!({ "read_kb_per_s": 1, "write_kb_per_s": 1, "capacity_mib": 8, "write_cache_kb": kb });
        if let Some(flash) = flash {
            disk["flash"] = flash;
        }
        problems(&changed("/devices/0/hardware", Some(disk)))
    };
    let field = "devices[0].hardware.write_cache_kb";
    let larger = refused(8_193, None);
    expect(
        &larger[0],
        field,
        &["8193 kB", "the device, 8192 kB", "smaller cache"],
    );
    let smaller = refused(511, None);
    expect(
        &smaller[0],
        field,
        &["511 kB", "512 kB", "or 0 for no cache"],
    );
    let flash = json!({ "allocation_unit_kb": 4, "open_units": 1, "copy_kb_per_s": 1 });
    let both = refused(512, Some(flash));
    expect(&both[0], field, &["either", "remove `flash`"]);
    assert_eq!((larger.len(), smaller.len(), both.len()), (1, 1, 1));
}

#[test]
fn a_flash_layer_that_cannot_be_is_refused() {
    let refused = |flash| {
        let stick =
            json!({ "read_kb_per_s": 1, "write_kb_per_s": 1, "capacity_mib": 8, "flash": flash });
        problems(&changed("/devices/0/hardware", Some(stick)))
    };
    let found = refused(json!({ "allocation_unit_kb": 0, "open_units": 1, "copy_kb_per_s": 1 }));
    expect(
        &found[0],
        "devices[0].hardware.flash.allocation_unit_kb",
        &["the minimum is 4 kB", "at least 4"],
    );
    let found = refused(
        json!({ "allocation_unit_kb": 4_096, "open_units": 3, "open_units_random": 4, "copy_kb_per_s": 1 }),
    );
    expect(
        &found[0],
        "devices[0].hardware.flash.open_units_random",
        &["4 units", "only 3", "at most"],
    );
    expect(
        &found[1],
        "devices[0].hardware.flash.open_units",
        &["3 allocation units", "only 2", "fewer open units"],
    );
    assert_eq!(found.len(), 2);
}

#[test]
fn a_device_that_cannot_be_built_is_refused() {
    let disk = json!({ "read_kb_per_s": 1, "write_kb_per_s": 1, "capacity_mib": 64,
        "seek_min_us": 9, "seek_max_us": 8, "max_request_kb": 6, "jitter_percent": 91 });
    let found = problems(&changed("/devices/0/hardware", Some(disk)));
    expect(
        &found[0],
        "devices[0].hardware.jitter_percent",
        &["at most 90"],
    );
    expect(
        &found[1],
        "devices[0].hardware.seek_max_us",
        &["shorter", "at least 9"],
    );
    expect(
        &found[2],
        "devices[0].hardware.max_request_kb",
        &["multiple of 4"],
    );
    assert_eq!(found.len(), 3);
}
