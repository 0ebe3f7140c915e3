//! Sanitizes the HTML of received emails.
use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use ammonia::{Builder, UrlRelative};

use super::model::SanitizedHtml;

/// Maximum size of HTML in bytes. Of longer HTML only the text is shown.
const MAX_BYTES: usize = 256 * 1024;
/// Maximum number of tags. Of HTML with more only the text is shown.
const MAX_TAGS: usize = 10_000;

const TAGS: [&str; 42] = [
    "a",
    "abbr",
    "b",
    "blockquote",
    "br",
    "caption",
    "code",
    "dd",
    "del",
    "div",
    "dl",
    "dt",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "s",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "ul",
];

static SANITIZER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::empty();
    builder
        .tags(HashSet::from(TAGS))
        .clean_content_tags(HashSet::from([
            "script", "style", "title", "noscript", "template", "iframe", "object", "svg", "math",
            "textarea", "select",
        ]))
        .tag_attributes(HashMap::from([
            ("a", HashSet::from(["href"])),
            ("td", HashSet::from(["colspan", "rowspan"])),
            ("th", HashSet::from(["colspan", "rowspan"])),
        ]))
        .generic_attributes(HashSet::new())
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel"]))
        .url_relative(UrlRelative::Deny)
        .link_rel(Some("noopener noreferrer nofollow"))
        .strip_comments(true);
    builder
});

/// Returns HTML without scripts, styles, forms, images and unknown elements. Nothing in it is loaded or active; links
/// are absolute `http`, `https`, `mailto` or `tel` addresses.
pub fn sanitize(html: &str) -> SanitizedHtml {
    if html.len() > MAX_BYTES || html.bytes().filter(|byte| *byte == b'<').count() > MAX_TAGS {
        return SanitizedHtml::default();
    }
    let clean = SANITIZER.clean(html).to_string();
    let images = html.to_ascii_lowercase().matches("<img").count();
    SanitizedHtml {
        html: clean.trim().to_owned(),
        blocked_image_count: i32::try_from(images).unwrap_or(i32::MAX),
    }
}

#[cfg(test)]
mod tests;
