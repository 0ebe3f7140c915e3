//! Links of public shorteners, which carriers filter because they hide where they lead.

/// Hosts of public link shorteners.
const SHORTENERS: [&str; 26] = [
    "adf.ly",
    "bit.do",
    "bit.ly",
    "bitly.com",
    "bl.ink",
    "buff.ly",
    "cutt.ly",
    "dlvr.it",
    "goo.gl",
    "is.gd",
    "j.mp",
    "lnkd.in",
    "ow.ly",
    "rb.gy",
    "rebrand.ly",
    "s.id",
    "short.io",
    "shorturl.at",
    "soo.gd",
    "t.co",
    "t.ly",
    "tiny.cc",
    "tinyurl.com",
    "trib.al",
    "v.gd",
    "x.co",
];

/// Returns the public shortener of the first such link in a text, with or without a scheme.
pub fn public_shortener(text: &str) -> Option<&'static str> {
    let is_of_host = |character: char| character.is_alphanumeric() || matches!(character, '.' | '-');
    text.split(|character| !is_of_host(character)).find_map(|host| {
        let host = host.trim_matches('.').to_lowercase();
        let is_host_of = |shortener: &&&str| {
            host.strip_suffix(**shortener).is_some_and(|before| before.is_empty() || before.ends_with('.'))
        };
        SHORTENERS.iter().find(is_host_of).copied()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_public_shorteners_are_found_with_and_without_a_scheme() {
        for (text, shortener) in [
            ("Vote: https://bit.ly/3abc", "bit.ly"),
            ("Vote at bit.ly/3abc.", "bit.ly"),
            ("Vote (HTTP://WWW.TinyURL.com/y7) today", "tinyurl.com"),
            ("Vote:t.co/x", "t.co"),
            ("See {{name|is.gd/q}}", "is.gd"),
            ("https://user@rb.gy:443?x", "rb.gy"),
        ] {
            assert_eq!(public_shortener(text), Some(shortener), "{text}");
        }
    }

    #[test]
    fn other_links_and_words_are_not_shortener_links() {
        for text in [
            "https://harborline.example/vote",
            "Write to at.co or habit.ly",
            "bit.ly.example",
            "The pool opens at 10 a.m. It closes at 8.",
            "",
        ] {
            assert_eq!(public_shortener(text), None, "{text}");
        }
    }
}
