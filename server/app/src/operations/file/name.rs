//! Names of files that are safe on every system.

/// Maximum characters of a name without its extension.
const MAX_NAME: usize = 120;
/// Extensions that the name of a recognized file may have.
const EXTENSIONS: [&str; 6] = ["pdf", "png", "jpg", "jpeg", "webp", "docx"];

/// Returns a name that is safe on every system, with the extension of the recognized type.
#[must_use]
pub fn safe_name(name: &str, extension: &str) -> String {
    let is_direction = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_reserved = |c: char| matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|');
    let clean: String = name
        .chars()
        .filter(|c| !c.is_control() && !is_direction(*c))
        .map(|c| if is_reserved(c) { '_' } else { c })
        .collect();
    let stem = match clean.rsplit_once('.') {
        Some((stem, end)) if EXTENSIONS.contains(&end.to_lowercase().as_str()) => stem,
        _ => clean.as_str(),
    };
    let stem: String = stem.trim_matches(['.', ' ']).chars().take(MAX_NAME).collect();
    match stem.trim_end_matches(['.', ' ']) {
        "" => format!("attachment.{extension}"),
        stem => format!("{stem}.{extension}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_safe_name_has_the_extension_of_its_content_and_no_special_characters() {
        for (name, expected) in [
            ("Gate form.pdf", "Gate form.pdf"),
            ("Gate form.PDF", "Gate form.pdf"),
            ("invoice.exe", "invoice.exe.pdf"),
            ("scan.docx", "scan.pdf"),
            ("../../etc/passwd", "_.._etc_passwd.pdf"),
            ("fdp\u{202e}exe.\r\npdf", "fdpexe.pdf"),
            ("C:\\a?.pdf", "C__a_.pdf"),
            (".pdf", "attachment.pdf"),
            (" . ", "attachment.pdf"),
            ("Übersicht 2026.pdf", "Übersicht 2026.pdf"),
        ] {
            assert_eq!(safe_name(name, "pdf"), expected, "{name}");
        }
        assert_eq!(safe_name(&"x".repeat(300), "pdf").len(), MAX_NAME + 4);
    }
}
