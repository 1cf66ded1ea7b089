//! Fuzzes a text that a user opens or pastes as a scenario.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| reclaim_fuzz::document(text));
