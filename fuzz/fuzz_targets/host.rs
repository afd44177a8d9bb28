//! See `hookctl::properties::host`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hookctl::properties::host(bytes));
