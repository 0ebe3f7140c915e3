//! Converts text to HTML: it is escaped first and then marked up.
use std::collections::HashMap;

use serde_json::Value as Json;

/// Escapes a text for HTML, including attributes.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// The names of calls with their anchors on the page.
pub type Calls = HashMap<String, String>;

/// Converts a comment to paragraphs and lists, with code in backticks and `**strong**` words. Names of calls become
/// links.
pub fn prose(text: &str, calls: &Calls) -> String {
    text.split("\n\n").filter(|block| !block.trim().is_empty()).map(|block| paragraph(block, calls)).collect()
}

fn paragraph(block: &str, calls: &Calls) -> String {
    let (mut lead, mut items) = (Vec::new(), String::new());
    for line in block.lines() {
        match line.strip_prefix("- ") {
            Some(item) => items.push_str(&format!("<li>{}</li>", inline(item, calls))),
            None => lead.push(inline(line, calls)),
        }
    }
    let lead = if lead.is_empty() { String::new() } else { format!("<p>{}</p>", lead.join(" ")) };
    if items.is_empty() { lead } else { format!("{lead}<ul>{items}</ul>") }
}

/// Converts one line of a comment.
pub fn inline(line: &str, calls: &Calls) -> String {
    let mut out = String::with_capacity(line.len() + 16);
    for (i, part) in line.split('`').enumerate() {
        if i % 2 == 1 {
            out.push_str(&format!("<code>{}</code>", escape(part)));
            continue;
        }
        for (i, part) in part.split("**").enumerate() {
            let words = words(part, calls);
            out.push_str(&if i % 2 == 1 { format!("<strong>{words}</strong>") } else { words });
        }
    }
    out
}

fn words(text: &str, calls: &Calls) -> String {
    let name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| name(c) != name(first)).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        rest = after;
        match calls.get(piece) {
            Some(place) => out.push_str(&format!("<a href=\"#{}\">{}</a>", escape(place), escape(piece))),
            None if is_name(piece) => out.push_str(&format!("<code>{}</code>", escape(piece))),
            None => out.push_str(&escape(piece)),
        }
    }
    out
}

/// Returns whether a word is a name of the contract, such as `NOT_FOUND` or `bot_trained`.
fn is_name(piece: &str) -> bool {
    piece.trim_matches('_').contains('_')
}

/// Formats JSON over several lines with highlighted names and literals.
pub fn json(value: &Json) -> String {
    let mut out = String::new();
    write(value, 0, &mut out);
    out
}

fn write(value: &Json, depth: usize, out: &mut String) {
    let (open, close, items): (_, _, Vec<(Option<&String>, &Json)>) = match value {
        Json::Array(items) => ('[', ']', items.iter().map(|item| (None, item)).collect()),
        Json::Object(fields) => ('{', '}', fields.iter().map(|(name, item)| (Some(name), item)).collect()),
        Json::String(_) => return out.push_str(&escape(&value.to_string())),
        literal => return out.push_str(&format!("<i>{literal}</i>")),
    };
    out.push(open);
    for (i, (name, item)) in items.iter().enumerate() {
        out.push_str(if i > 0 { ",\n" } else { "\n" });
        out.push_str(&"  ".repeat(depth + 1));
        if let Some(name) = name {
            out.push_str(&format!("<b>&quot;{}&quot;</b>: ", escape(name)));
        }
        write(item, depth + 1, out);
    }
    if !items.is_empty() {
        out.push('\n');
        out.push_str(&"  ".repeat(depth));
    }
    out.push(close);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn text_is_escaped_in_html() {
        let calls = Calls::from([("UndoIt".to_owned(), "S_UndoIt".to_owned())]);
        assert_eq!(
            prose("Say <b>, `<i>` & **\"so\"**; UndoIt, NOT_FOUND.\n\n- one\n- two", &calls),
            "<p>Say &lt;b&gt;, <code>&lt;i&gt;</code> &amp; <strong>&quot;so&quot;</strong>; \
             <a href=\"#S_UndoIt\">UndoIt</a>, <code>NOT_FOUND</code>.</p><ul><li>one</li><li>two</li></ul>"
        );
        assert_eq!(
            super::json(&json!({ "a<": ["<x>", 1], "b": {} })),
            "{\n  <b>&quot;a&lt;&quot;</b>: [\n    &quot;&lt;x&gt;&quot;,\n    <i>1</i>\n  ],\n  <b>&quot;b&quot;</b>: {}\n}"
        );
    }
}
