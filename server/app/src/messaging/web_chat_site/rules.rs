//! Rules of the settings of web chats.
use platform::{ErrorReason, Fault, config::is_origin, sms, text::one_line};

use super::model::{SiteChange, WebChatSite};

/// Maximum characters of a title.
const MAX_TITLE: usize = 60;
const DEFAULT_GREETING: &str = "How can we help?";
const DEFAULT_COLOR: &str = "#1f5f4a";
/// Characters of a key.
const KEY_LENGTH: usize = 32;

/// Returns the error for a key that opens no chat. It is the same for all reasons, so that visitors learn none.
pub fn not_found() -> Fault {
    Fault::not_found("web chat")
}

/// Returns a key made of a random secret.
pub fn key(secret: &str) -> String {
    secret.chars().take(KEY_LENGTH).collect()
}

/// Whether a text can be a key.
pub fn is_key(text: &str) -> bool {
    text.len() == KEY_LENGTH
        && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// Returns settings with the defaults if they were never saved.
pub fn with_defaults(site: WebChatSite) -> WebChatSite {
    if site.version > 0 {
        return site;
    }
    let title: String = format!("Chat with {}", site.community_label()).chars().take(MAX_TITLE).collect();
    WebChatSite {
        title: title.trim_end().to_owned(),
        greeting: DEFAULT_GREETING.to_owned(),
        color: DEFAULT_COLOR.to_owned(),
        ..site
    }
}

/// Checks that a change is based on the current settings.
///
/// # Errors
/// `WEB_CHAT_SITE_CHANGED`.
pub fn check_version(site: &WebChatSite, version: i64) -> Result<(), Fault> {
    if site.version == version { Ok(()) } else { Err(changed()) }
}

/// Returns the error for settings that someone else has changed.
pub fn changed() -> Fault {
    let words = "Someone else just changed this chat. Review the latest settings.";
    Fault::aborted(ErrorReason::WebChatSiteChanged, words)
}

/// Applies a change.
///
/// # Errors
/// `INVALID_ARGUMENT` on `title` or `allowedOrigins`.
pub fn change(before: WebChatSite, change: SiteChange) -> Result<WebChatSite, Fault> {
    let title = match change.title {
        Some(title) => parse_title(&title)?,
        None => before.title,
    };
    let allowed_origins = match change.allowed_origins {
        Some(origins) => parse_origins(origins)?.into(),
        None => before.allowed_origins,
    };
    Ok(WebChatSite {
        is_enabled: change.is_enabled.unwrap_or(before.is_enabled),
        title,
        greeting: change.greeting.map_or(before.greeting, |greeting| greeting.trim().to_owned()),
        color: change.color.map_or(before.color, |color| color.to_ascii_lowercase()),
        is_on_left: change.is_on_left.unwrap_or(before.is_on_left),
        is_office_hours_only: change.is_office_hours_only.unwrap_or(before.is_office_hours_only),
        allowed_origins,
        version: before.version + 1,
        ..before
    })
}

fn parse_title(title: &str) -> Result<String, Fault> {
    let title = one_line(title);
    if sms::is_blank(&title) { Err(Fault::field("title", "Enter a title.")) } else { Ok(title) }
}

/// Checks origins, which become part of a header.
fn parse_origins(origins: Vec<String>) -> Result<Vec<String>, Fault> {
    let has_port = |origin: &str| {
        let port = origin.rsplit_once(':').map(|(_, port)| port).filter(|port| !port.starts_with('/'));
        port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0))
    };
    let is_valid =
        |origin: &String| is_origin(origin) && !origin.contains([';', ',', '\'', ' ']) && has_port(origin);
    match origins.iter().find(|origin| !is_valid(origin)) {
        Some(other) => Err(Fault::field(
            "allowedOrigins",
            format!("\"{other}\" is not the origin of a website, such as https://www.example.com."),
        )),
        None => Ok(origins),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messaging::web_chat_site::model::Origins;

    fn site() -> WebChatSite {
        with_defaults(WebChatSite {
            community_id: "c".into(),
            community_tag: "Harbor_Row".into(),
            key: String::new(),
            is_enabled: false,
            title: String::new(),
            greeting: String::new(),
            color: String::new(),
            is_on_left: false,
            is_office_hours_only: false,
            allowed_origins: Origins::default(),
            version: 0,
            signing_secret_ms: None,
        })
    }

    fn no_change() -> SiteChange {
        SiteChange {
            is_enabled: None,
            title: None,
            greeting: None,
            color: None,
            is_on_left: None,
            is_office_hours_only: None,
            allowed_origins: None,
        }
    }

    #[test]
    fn a_community_without_settings_has_the_defaults() {
        let site = site();
        assert_eq!((site.title.as_str(), site.color.as_str()), ("Chat with Harbor Row", "#1f5f4a"));
        assert!(!site.is_enabled);
    }

    #[test]
    fn a_change_keeps_what_is_unset_and_raises_the_version() {
        let changed = change(site(), SiteChange { color: Some("#AB12ef".into()), ..no_change() });
        let changed = changed.expect("it is valid");
        assert_eq!((changed.color.as_str(), changed.version), ("#ab12ef", 1));
        assert_eq!(changed.title, "Chat with Harbor Row");
        assert!(change(site(), SiteChange { title: Some(" \n".into()), ..no_change() }).is_err());
    }

    #[test]
    fn origins_are_sorted_and_stored_once() {
        let origins = ["https://b.example", "http://localhost:4000", "https://b.example"];
        let origins = Some(origins.map(str::to_owned).to_vec());
        let changed = change(site(), SiteChange { allowed_origins: origins, ..no_change() });
        let list = changed.expect("it is valid").allowed_origins.list;
        assert_eq!(list, ["http://localhost:4000", "https://b.example"]);
        for other in [
            "https://a..example",
            "https://a.example:99999",
            "https://a.example/",
            "*",
            "https://a.example; script-src *",
        ] {
            let origins = Some(vec![other.to_owned()]);
            assert!(
                change(site(), SiteChange { allowed_origins: origins, ..no_change() }).is_err(),
                "{other}"
            );
        }
    }

    #[test]
    fn a_key_has_32_hexadecimal_digits() {
        let key = key(&"0f".repeat(32));
        assert!(is_key(&key));
        assert!(!is_key("") && !is_key(&key[1..]) && !is_key(&"G".repeat(32)));
    }
}
