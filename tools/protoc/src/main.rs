//! Stands in for protoc where a build script insists on one: the few flags that
//! prost-build passes, answered by protox.
use std::{env, error::Error, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let mut includes = Vec::new();
    let mut files = Vec::new();
    let mut out = None;
    let (mut imports, mut source) = (false, false);
    let mut args = env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--version" => {
                println!("libprotoc 31.0");
                return Ok(());
            }
            "--include_imports" => imports = true,
            "--include_source_info" => source = true,
            "-I" => includes.extend(args.next()),
            "-o" => out = args.next(),
            flag if flag.starts_with('-') => return Err(format!("flag {flag} is not known here").into()),
            _ => files.push(arg),
        }
    }
    let mut compiler = protox::Compiler::new(includes)?;
    compiler.include_imports(imports).include_source_info(source).open_files(files)?;
    fs::write(out.ok_or("-o is missing")?, compiler.encode_file_descriptor_set())?;
    Ok(())
}
