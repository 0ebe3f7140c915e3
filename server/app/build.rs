//! Creates `web/dist` if missing. A release embeds it and is rebuilt when it changes.
use std::{env, fs, path::Path};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dist = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../web/dist");
    fs::create_dir_all(&dist)?;
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=migrations");
    if env::var("PROFILE")? == "release" {
        println!("cargo::rerun-if-changed={}", dist.display());
    }
    Ok(())
}
