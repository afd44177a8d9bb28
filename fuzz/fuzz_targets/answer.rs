//! See `hookctl::properties::answer`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hookctl::properties::answer(bytes));
