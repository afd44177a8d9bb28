//! See `hookctl::properties::event`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hookctl::properties::event(bytes));
