//! The values of `ErrorReason` and the code that uses them.
use std::{fs, path::Path};

use contract::v1::ErrorReason;

/// Appends the text of every Rust file of a folder, except tests.
fn sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() && !name.contains("tests") {
            sources(&path, text);
        } else if name.ends_with(".rs") && name != "tests.rs" {
            text.push_str(&fs::read_to_string(&path).expect("a file"));
        }
    }
}

#[test]
fn every_error_reason_is_used() {
    let server = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut text = String::new();
    for part in ["contract/src", "platform/src", "app/src"] {
        sources(&server.join(part), &mut text);
    }
    let reasons = contract::POOL.get_enum_by_name("parlor.v1.ErrorReason").expect("the enum");
    let unused: Vec<String> = reasons
        .values()
        .filter_map(|value| ErrorReason::try_from(value.number()).ok())
        .filter(|reason| *reason != ErrorReason::Unspecified)
        .map(|reason| format!("ErrorReason::{reason:?}"))
        .filter(|name| {
            let ends_word = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric());
            !text.split(name.as_str()).skip(1).any(ends_word)
        })
        .collect();
    assert!(unused.is_empty(), "{unused:?}");
}
