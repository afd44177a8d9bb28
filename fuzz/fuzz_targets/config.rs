//! See `hookctl::properties::config`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hookctl::properties::config(bytes));
