//! The maximum number of photos of a text, and the placeholder for photos without words.
use platform::sms;

use super::model::NewPhoto;

/// Maximum number of photos of a text, which is the limit of carriers.
pub const MAX_PHOTOS: usize = 10;
/// Maximum number of photos that staff send with a message.
pub const MAX_SENT_PHOTOS: i32 = 3;

/// Returns the number of photos as text: "1 photo".
#[must_use]
pub fn count_text(count: usize) -> String {
    if count == 1 { "1 photo".to_owned() } else { format!("{count} photos") }
}

/// Returns the placeholder for photos without words.
#[must_use]
pub fn placeholder(photos: &[NewPhoto]) -> String {
    let images = photos.iter().filter(|photo| photo.may_be_image()).count();
    match (images, photos.len()) {
        (0, 0) => String::new(),
        (0, 1) => "(attachment)".to_owned(),
        (0, n) => format!("({n} attachments)"),
        (n, _) => photos_placeholder(n),
    }
}

fn photos_placeholder(count: usize) -> String {
    if count == 1 { "(photo)".to_owned() } else { format!("({count} photos)") }
}

/// Returns the trimmed text of a message with a number of photos, or a placeholder for the photos if the text shows
/// nothing; `None` if there is neither.
#[must_use]
pub fn text_or_placeholder(text: &str, photos: usize) -> Option<String> {
    match (sms::is_blank(text), photos) {
        (false, _) => Some(text.trim().to_owned()),
        (true, 0) => None,
        (true, count) => Some(photos_placeholder(count)),
    }
}

/// Returns whether a text is the placeholder for photos.
#[must_use]
pub fn is_placeholder(text: &str) -> bool {
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or_default();
    let noun = inner.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    matches!(noun, "photo" | "photos" | "attachment" | "attachments")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messaging::photo::{CarrierFile, Source};

    #[test]
    fn photos_without_text_get_placeholder_text() {
        let new = |content_type: &&str| NewPhoto {
            content_type: (*content_type).to_owned(),
            source: Source::Carrier(CarrierFile { carrier: 2, url: String::new() }),
        };
        for (types, text) in [
            (vec![], ""),
            (vec!["image/jpeg"], "(photo)"),
            (vec!["image/jpeg", ""], "(2 photos)"),
            (vec!["IMAGE/PNG", "text/vcard"], "(photo)"),
            (vec!["text/vcard"], "(attachment)"),
            (vec!["text/vcard", "video/mp4"], "(2 attachments)"),
        ] {
            let photos: Vec<NewPhoto> = types.iter().map(new).collect();
            assert_eq!(placeholder(&photos), text, "{types:?}");
            assert_eq!(is_placeholder(text), !photos.is_empty(), "{types:?}");
        }
        assert!(!is_placeholder("(photo) of the leak") && !is_placeholder("photo"));
    }

    #[test]
    fn a_message_without_words_needs_a_photo() {
        for (text, photos, expected) in [
            (" See you. ", 0, Some("See you.")),
            ("See you.", 2, Some("See you.")),
            (" \u{200b} ", 0, None),
            (" \u{200b} ", 1, Some("(photo)")),
            ("", 3, Some("(3 photos)")),
        ] {
            assert_eq!(text_or_placeholder(text, photos).as_deref(), expected, "{text:?} {photos}");
        }
    }
}
