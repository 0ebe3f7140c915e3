use super::*;

/// Hostile HTML: scripts, handlers, script addresses, styles, frames, forms, tracking and broken nesting.
fn hostile() -> Vec<String> {
    let mut all: Vec<String> = include_str!("hostile.txt").lines().map(str::to_owned).collect();
    for tag in [
        "script", "style", "iframe", "object", "embed", "applet", "form", "input", "button", "svg", "math",
        "video", "audio", "source", "link", "meta", "base", "frame", "frameset", "noscript", "template",
        "textarea", "select", "isindex", "marquee", "portal", "picture", "canvas", "dialog", "details",
    ] {
        all.push(format!("<{tag} src=//evil.example/x href=javascript:alert(1) onload=alert(1)>x</{tag}>"));
    }
    for event in [
        "onclick",
        "onerror",
        "onload",
        "onmouseover",
        "onfocus",
        "onanimationstart",
        "ontoggle",
        "onpointerenter",
        "onbegin",
        "onwheel",
    ] {
        all.push(format!("<p {event}=alert(1)>x</p>"));
        all.push(format!("<a href='https://example.com' {event} = 'alert(1)'>x</a>"));
        all.push(format!("<img src=x {event}=alert(1)>"));
    }
    all
}

/// Returns the elements of sanitized HTML with their attributes.
fn elements(html: &str) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    for tag in html.split('<').skip(1) {
        let inside = tag.split('>').next().unwrap_or_default();
        let mut words = inside.split_whitespace();
        let name = words.next().unwrap_or_default().trim_start_matches('/').to_owned();
        found.push((name, words.map(str::to_owned).collect()));
    }
    found
}

#[test]
fn hostile_html_is_sanitized() {
    let hostile = hostile();
    assert!(hostile.len() >= 100, "{}", hostile.len());
    for html in hostile {
        let clean = sanitize(&html).html;
        for (name, attributes) in elements(&clean) {
            assert!(TAGS.contains(&name.as_str()), "{html} gives {clean}");
            for attribute in attributes.iter().filter(|attribute| attribute.contains('=')) {
                let (key, value) = attribute.split_once('=').unwrap_or_default();
                assert!(
                    ["href", "rel", "colspan", "rowspan", "src", "alt"].contains(&key),
                    "{html} gives {clean}"
                );
                let is_position = value.trim_matches('"').parse::<u8>().is_ok();
                assert!(key != "src" || is_position, "{html} gives {clean}");
                let address = value.trim_matches('"');
                let is_safe =
                    ["http://", "https://", "mailto:", "tel:"].iter().any(|s| address.starts_with(s));
                assert!(key != "href" || is_safe, "{html} gives {clean}");
            }
        }
    }
}

#[test]
fn formatting_is_kept_and_remote_images_become_positions() {
    let shown = sanitize(
        "<p style='color:red'>Hi <b>Dana</b>, see <a href='https://example.com/a?b=1&c=2' target=_top>this</a>.</p>\
         <IMG src='https://evil.example/1.gif' width=1><img src=cid:2 alt=Logo><img src='http://evil.example/2.png?a=1&amp;b=2' alt='A &lt;map>'><table><tr><td colspan=2>1</td></tr></table>",
    );
    assert_eq!(shown.images, ["https://evil.example/1.gif", "http://evil.example/2.png?a=1&b=2"]);
    assert_eq!(
        shown.html,
        "<p>Hi <b>Dana</b>, see <a href=\"https://example.com/a?b=1&amp;c=2\" rel=\"noopener noreferrer nofollow\">this</a>.</p>\
         <img src=\"0\"><img alt=\"Logo\"><img src=\"1\" alt=\"A &lt;map&gt;\"><table><tbody><tr><td colspan=\"2\">1</td></tr></tbody></table>"
    );
}

#[test]
fn oversized_html_is_dropped_and_deeply_nested_html_is_sanitized() {
    assert_eq!(sanitize(&"x".repeat(MAX_BYTES + 1)), SanitizedHtml::default());
    assert_eq!(sanitize(&"<p>".repeat(MAX_TAGS + 1)), SanitizedHtml::default());
    assert!(sanitize(&"<div>".repeat(MAX_TAGS)).html.starts_with("<div>"));
    assert!(sanitize(&"<b><table>".repeat(2_000)).html.contains("<b>"));
}

#[test]
fn malformed_html_is_sanitized() {
    let hostile = hostile();
    let mut samples: Vec<&str> = hostile.iter().map(String::as_str).collect();
    samples.push(
        "<table><tr><td colspan=2><a href=\"https://a.example/?b=1&amp;c\">\
         x</a><img src='//i.example/1.png'></table>",
    );
    fuzzing::check_texts(600, &samples, |html| {
        let clean = sanitize(html);
        for (name, _) in elements(&clean.html) {
            assert!(TAGS.contains(&name.as_str()), "{}", clean.html);
        }
        assert!(clean.images.iter().all(|image| is_remote(image)));
    });
}
