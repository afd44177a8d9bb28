//! What a dynamic build need not do at every start, on Linux with glibc, where it is known to work.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |part: &str| std::env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" {
        // Linked to a fixed address: the loader would otherwise go through thousands of places to relocate, and touch
        // every page that holds one.
        println!("cargo::rustc-link-arg-bins=-no-pie");
        // What unwinds a panic lies in the program. The standard library would take it from `libgcc_s`, and to load
        // that costs a quarter of a bare `sh -c true`.
        println!("cargo::rustc-link-lib=static:-bundle=gcc_eh");
    }
}
