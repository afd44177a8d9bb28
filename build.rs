//! Links the program to a fixed address where that is known to work: at every start the loader would otherwise
//! go through thousands of places to relocate, and touch every page that holds one.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |part: &str| std::env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
