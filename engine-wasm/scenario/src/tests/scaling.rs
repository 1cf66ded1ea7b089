//! The same experiment on a smaller or larger machine.

use serde_json::json;

use super::super::amounts::mib_on;
use super::super::{DeviceFigures, Hardware, Program, prepare, read, resized, scaled};
use super::{catalogue, changed, expect, sound};

#[test]
fn ram_and_sizes_are_divided_and_the_rest_stays() {
    let mut scenario = read(&changed("/vm", Some(json!({ "min_free_kbytes": 2000 })))).unwrap();
    scenario.machine.resident.anon_pages = 4_001;
    scenario.scale = 4;
    let small = prepare(&scenario, &catalogue()).unwrap();
    assert_eq!(small.scale, 1);
    assert_eq!(small.machine.zones[0].present_pages, 975);
    assert_eq!(small.machine.zones[1].present_pages, 30_500);
    assert_eq!(small.machine.resident.anon_pages, 1_000);
    assert_eq!(small.vm.min_free_kbytes, Some(500));
    assert_eq!(small.swap.as_ref().unwrap().pages, 250);
    assert_eq!(small.devices, scenario.devices);
    let Program::WriteFile(writes) = &small.workload[0].run else {
        panic!("another program");
    };
    assert_eq!((writes.file_kb, writes.call_kb), (1_024, 32));
    // A scaled scenario is not scaled again.
    assert_eq!(scaled(small.clone()).unwrap(), small);
}

#[test]
fn a_scale_of_one_changes_nothing() {
    assert_eq!(scaled(sound()).unwrap(), sound());
}

#[test]
fn ram_does_not_shrink_below_64_mib() {
    let mut scenario = sound();
    scenario.scale = 7;
    assert!(scaled(scenario.clone()).is_ok());
    scenario.scale = 8;
    let found = scaled(scenario.clone()).unwrap_err();
    assert_eq!(found.len(), 1);
    expect(
        &found[0],
        "scale",
        &["491 MiB of RAM become 61 MiB", "64 MiB", "at most 7"],
    );
    scenario.machine.zones[0].present_pages = 5;
    let found = scaled(scenario.clone()).unwrap_err();
    expect(&found[0], "scale", &["zone `DMA` would have no pages"]);
}

#[test]
fn a_machine_of_another_size_has_a_workload_in_proportion() {
    let scenario = sound();
    let present = scenario.machine.present_pages();
    let sizes = |scenario: &super::super::Scenario| match &scenario.workload[0].run {
        Program::WriteFile(it) => it.file_kb,
        other => panic!("another program: {other:?}"),
    };
    let large = resized(&scenario, 16 * present, &catalogue()).unwrap();
    assert_eq!(large.machine.present_pages(), 16 * present);
    assert_eq!(sizes(&large), 16 * sizes(&scenario));
    assert_eq!(large.devices, scenario.devices);
    assert_eq!(resized(&large, present, &catalogue()).unwrap(), scenario);
}

#[test]
fn a_device_that_a_larger_workload_does_not_fit_on_becomes_larger_and_no_faster() {
    let mut scenario = sound();
    let catalogue = catalogue();
    let before = DeviceFigures {
        capacity_mib: mib_on(&scenario, &scenario.devices[0].name) as u32,
        ..*catalogue.figures(&scenario.devices[0].hardware).unwrap()
    };
    scenario.devices[0].hardware = Hardware::Figures(before);
    let frames = 4 * scenario.machine.present_pages();
    let large = resized(&scenario, frames, &catalogue).unwrap();
    let &after = catalogue.figures(&large.devices[0].hardware).unwrap();
    assert!(after.capacity_mib > 3 * before.capacity_mib);
    let as_fast = DeviceFigures {
        capacity_mib: before.capacity_mib,
        ..after
    };
    assert_eq!(as_fast, before);
    assert!(prepare(&large, &catalogue).is_ok());
}
