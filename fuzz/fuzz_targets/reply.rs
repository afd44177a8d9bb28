//! See `hookctl::properties::reply`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hookctl::properties::reply(bytes));
