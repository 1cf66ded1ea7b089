//! Fuzzes a scenario of the gallery in which values were changed.
#![no_main]

use reclaim_fuzz::alter::{Bytes, document};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let document = document(&mut Bytes(bytes));
    reclaim_fuzz::document(&document.to_string());
});
