//! Fuzzes a text that a user opens as a link.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| reclaim_fuzz::link(text));
