//! Compiles `proto/` without protoc: the descriptor set with comments and options,
//! and the messages and services from it.
use std::{
    env, fs,
    path::{Path, PathBuf},
};

use protox::prost::Message;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    // Read at run time: cargo may run a build script that was compiled in another checkout.
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../proto");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, &mut files)?;
    files.sort();

    let mut compiler = protox::Compiler::new([&root])?;
    compiler.include_imports(true).include_source_info(true).open_files(&files)?;
    // The encoded set keeps our options; the decoded one of prost-types drops them.
    let bytes = compiler.encode_file_descriptor_set();
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("commented_contract.binpb"), &bytes)?;
    compiler.include_source_info(false);
    fs::write(out.join("contract.binpb"), compiler.encode_file_descriptor_set())?;

    let pool = protox::prost_reflect::DescriptorPool::decode(bytes.as_slice())?;
    let mut config = prost_build::Config::new();
    config.enable_type_names();
    for message in pool.all_messages().filter(|m| m.full_name().starts_with("parlor.")) {
        let name = message.full_name();
        config.type_attribute(name, "#[derive(::prost_reflect::ReflectMessage)]").type_attribute(
            name,
            format!(r#"#[prost_reflect(descriptor_pool = "crate::POOL", message_name = "{name}")]"#),
        );
    }
    tonic_prost_build::configure()
        .build_transport(false)
        .codec_path("crate::codec::Checked")
        .include_file("contract.rs")
        .compile_fds_with_config(tonic_prost_build::FileDescriptorSet::decode(bytes.as_slice())?, config)?;
    Ok(())
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "proto") {
            files.push(path);
        }
    }
    Ok(())
}
