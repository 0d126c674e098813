//! Passes the target triple on, which only build scripts are told.

fn main() {
    let target = std::env::var("TARGET").expect("cargo sets TARGET");
    println!("cargo::rustc-env=QUARTET_HOST={target}");
    println!("cargo::rerun-if-changed=build.rs");
}
