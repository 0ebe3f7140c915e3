//! Sanitizes the HTML of received emails.
use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
};

use ammonia::{Builder, UrlRelative};
use url::Url;

use super::model::SanitizedHtml;

/// Maximum size of HTML in bytes. Only the text of larger HTML is shown.
const MAX_BYTES: usize = 256 * 1024;
/// Maximum number of tags. Only the text of HTML with more tags is shown.
const MAX_TAGS: usize = 10_000;

/// Maximum number of remote images of an email. Further ones are omitted.
const MAX_IMAGES: usize = 50;
/// Maximum length of the address of an image.
const MAX_ADDRESS: usize = 2_000;

const TAGS: [&str; 43] = [
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
    "img",
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

/// Returns a sanitizer that replaces the address of each remote image with its position, and collects the addresses.
/// Relative links are removed by the filter: the sanitizer would remove positions as well.
fn sanitizer(images: Arc<Mutex<Vec<String>>>) -> Builder<'static> {
    let mut builder = Builder::empty();
    builder
        .tags(HashSet::from(TAGS))
        .clean_content_tags(HashSet::from([
            "script", "style", "title", "noscript", "template", "iframe", "object", "svg", "math",
            "textarea", "select",
        ]))
        .tag_attributes(HashMap::from([
            ("a", HashSet::from(["href"])),
            ("img", HashSet::from(["src", "alt"])),
            ("td", HashSet::from(["colspan", "rowspan"])),
            ("th", HashSet::from(["colspan", "rowspan"])),
        ]))
        .generic_attributes(HashSet::new())
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel"]))
        .url_relative(UrlRelative::PassThrough)
        .link_rel(Some("noopener noreferrer nofollow"))
        .strip_comments(true)
        .attribute_filter(move |element, attribute, value| match (element, attribute) {
            ("img", "src") => {
                let mut images = images.lock().unwrap_or_else(PoisonError::into_inner);
                if images.len() == MAX_IMAGES || !is_remote(value) {
                    return None;
                }
                images.push(value.to_owned());
                Some(Cow::Owned((images.len() - 1).to_string()))
            }
            ("a", "href") if Url::parse(value).is_err() => None,
            _ => Some(value.into()),
        });
    builder
}

/// Returns whether an image is on a web server rather than within the email.
fn is_remote(address: &str) -> bool {
    address.len() <= MAX_ADDRESS
        && Url::parse(address).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}

/// Returns HTML without scripts, styles, forms and unknown elements. The result loads nothing and contains
/// nothing active: links are absolute `http`, `https`, `mailto` or `tel` addresses, and the `src` of a remote
/// image is its position.
pub fn sanitize(html: &str) -> SanitizedHtml {
    if html.len() > MAX_BYTES || html.bytes().filter(|byte| *byte == b'<').count() > MAX_TAGS {
        return SanitizedHtml::default();
    }
    let images = Arc::new(Mutex::new(Vec::new()));
    let clean = sanitizer(images.clone()).clean(html).to_string();
    let images = std::mem::take(&mut *images.lock().unwrap_or_else(PoisonError::into_inner));
    SanitizedHtml { html: clean.trim().to_owned(), images }
}

#[cfg(test)]
mod tests;
