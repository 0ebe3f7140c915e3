//! Parses raw emails (RFC 5322 and MIME), including malformed ones.
use std::panic::catch_unwind;

use mail_parser::{Address, HeaderValue, Message, MessageParser, MessagePart, MimeHeaders};
use sha2::{Digest, Sha256};

use super::{
    html,
    model::{ClassificationHeaders, ParsedAttachment, ParsedEmail, SanitizedHtml},
    quotes, rules,
};
use crate::email::email_thread::EmailKind;

const MAX_TEXT: usize = 100_000;
const MAX_SUBJECT: usize = 500;
const MAX_NAME: usize = 120;
const MAX_ID_BYTES: usize = 500;
const MAX_REFERENCES: usize = 20;
const MAX_RECIPIENTS: usize = 50;
const MAX_ATTACHMENTS: usize = 20;
/// Maximum size of a stored attachment in bytes.
const MAX_ATTACHMENT: usize = 10 << 20;

/// Returns the parsed content of an email. Unreadable parts are omitted; an email without a header consists
/// of text only.
pub fn parse(raw: &[u8]) -> ParsedEmail {
    // If the parser panics on a part, the email is still stored.
    let parsed = catch_unwind(|| MessageParser::default().parse(raw).map(|message| read(&message)))
        .unwrap_or_default();
    let mut email = parsed.unwrap_or_else(|| unreadable(raw));
    email.content_hash = content_hash(&email);
    email
}

/// Returns an email whose source is its only content.
pub fn unreadable(raw: &[u8]) -> ParsedEmail {
    let mut email = ParsedEmail {
        message_id: String::new(),
        reference_ids: vec![],
        from_address: UNKNOWN.to_owned(),
        from_name: String::new(),
        to_addresses: vec![],
        cc_addresses: vec![],
        subject: String::new(),
        text: clean(&String::from_utf8_lossy(raw), MAX_TEXT, true),
        quoted_text: String::new(),
        html: SanitizedHtml::default(),
        kind: EmailKind::Normal,
        bounced_ids: vec![],
        attachments: vec![],
        content_hash: String::new(),
    };
    email.content_hash = content_hash(&email);
    email
}

/// Replaces a sender that cannot be parsed.
const UNKNOWN: &str = "unknown@sender.invalid";

fn read(message: &Message<'_>) -> ParsedEmail {
    let sender = message.from().and_then(Address::first);
    let from_address =
        sender.and_then(|sender| received_address(sender.address()?)).unwrap_or_else(|| UNKNOWN.into());
    let from_name = sender.and_then(|sender| sender.name()).unwrap_or_default();
    let subject = clean(message.subject().unwrap_or_default(), MAX_SUBJECT, false);
    let body = message.body_text(0).unwrap_or_default();
    let (text, quoted_text) = quotes::split(&clean(&body, MAX_TEXT, true));
    let has_html = message.html_part(0).is_some_and(MessagePart::is_text_html);
    let html = if has_html { message.body_html(0) } else { None };
    let kind = rules::classify(&classification_headers(message), &from_address, &subject);
    let mut reference_ids = ids(message.in_reply_to());
    let mut older = ids(message.references());
    older.reverse();
    reference_ids.extend(older);
    let mut unique: Vec<String> = Vec::new();
    for id in reference_ids {
        if !unique.contains(&id) && unique.len() < MAX_REFERENCES {
            unique.push(id);
        }
    }
    ParsedEmail {
        message_id: message.message_id().and_then(id).unwrap_or_default(),
        reference_ids: unique,
        from_address,
        from_name: clean(from_name, MAX_NAME, false),
        to_addresses: addresses(message.to()),
        cc_addresses: addresses(message.cc()),
        subject,
        text,
        quoted_text,
        html: html.map(|html| html::sanitize(&html.replace('\0', ""))).unwrap_or_default(),
        bounced_ids: if kind == EmailKind::Bounce { bounced_ids(message) } else { vec![] },
        kind,
        attachments: message.attachments().take(MAX_ATTACHMENTS).map(attachment).collect(),
        content_hash: String::new(),
    }
}

/// Returns a text without control and direction characters, limited to a number of characters.
fn clean(text: &str, most: usize, has_lines: bool) -> String {
    let text = text.replace("\r\n", "\n");
    let is_direction = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let keep = |c: &char| !is_direction(*c) && (!c.is_control() || has_lines && matches!(c, '\n' | '\t'));
    text.chars().filter(keep).take(most).collect::<String>().trim().to_owned()
}

fn id(text: &str) -> Option<String> {
    let id = clean(text, MAX_ID_BYTES, false);
    (!id.is_empty() && id.len() <= MAX_ID_BYTES).then_some(id)
}

fn ids(value: &HeaderValue<'_>) -> Vec<String> {
    match value {
        HeaderValue::Text(text) => id(text).into_iter().collect(),
        HeaderValue::TextList(list) => list.iter().filter_map(|text| id(text)).collect(),
        _ => vec![],
    }
}

/// Returns an address of a received email in lowercase; `None` if it has not the form of one. Some providers use
/// addresses that Parlor accepts nowhere else, such as those with two dots in a row.
fn received_address(text: &str) -> Option<String> {
    let address = text.trim().to_lowercase();
    let (name, domain) = address.split_once('@')?;
    let is_plain = |c: char| c.is_ascii_graphic() && !"<>(),;:\\\"[]@".contains(c);
    let is_well_formed = !name.is_empty()
        && name.chars().chain(domain.chars()).all(is_plain)
        && address.len() <= 254
        && domain.contains('.')
        && domain.split('.').all(|label| !label.is_empty());
    is_well_formed.then_some(address)
}

fn addresses(value: Option<&Address<'_>>) -> Vec<String> {
    let all = value.into_iter().flat_map(|address| address.iter());
    all.filter_map(|one| received_address(one.address()?)).take(MAX_RECIPIENTS).collect()
}

fn classification_headers(message: &Message<'_>) -> ClassificationHeaders {
    let mut headers = ClassificationHeaders::default();
    for (name, value) in message.headers_raw() {
        match name.to_ascii_lowercase().as_str() {
            "auto-submitted" => value.trim().clone_into(&mut headers.auto_submitted),
            "precedence" => value.trim().clone_into(&mut headers.precedence),
            "list-id" | "list-unsubscribe" => headers.has_list_header = true,
            "x-autoreply" | "x-autorespond" | "x-auto-reply" => headers.has_auto_reply_header = true,
            "return-path" => headers.has_null_sender = value.trim() == "<>",
            _ => {}
        }
    }
    if let Some(report) = message.content_type().filter(|_| message.is_content_type("multipart", "report")) {
        headers.report_type = report.attribute("report-type").unwrap_or_default().to_ascii_lowercase();
    }
    headers
}

/// Returns the Message-IDs of the emails that a bounce returns or refers to.
fn bounced_ids(message: &Message<'_>) -> Vec<String> {
    let mut found = ids(message.references());
    found.extend(ids(message.in_reply_to()));
    for part in message.parts.iter().take(MAX_ATTACHMENTS) {
        if let Some(returned) = part.message() {
            found.extend(returned.message_id().and_then(id));
        }
        for line in part.text_contents().unwrap_or_default().lines().take(500) {
            let Some((name, value)) = line.split_once(':') else { continue };
            if name.trim().eq_ignore_ascii_case("message-id") {
                found.extend(id(value.trim().trim_matches(['<', '>'])));
            }
        }
    }
    found.truncate(MAX_REFERENCES);
    found
}

fn attachment(part: &MessagePart<'_>) -> ParsedAttachment {
    let contents = part.contents();
    let media_type = part.content_type().map_or(String::new(), |of| {
        format!("{}/{}", of.ctype(), of.subtype().unwrap_or_default()).to_ascii_lowercase()
    });
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/.+-".contains(c);
    let is_valid = media_type.len() <= 100 && media_type.contains('/') && media_type.chars().all(is_plain);
    let name = clean(part.attachment_name().unwrap_or_default(), MAX_NAME, false).replace(['/', '\\'], "_");
    ParsedAttachment {
        name: if name.trim_matches(['.', ' ']).is_empty() { "attachment".to_owned() } else { name },
        media_type: if is_valid { media_type } else { "application/octet-stream".to_owned() },
        size: contents.len(),
        bytes: (contents.len() <= MAX_ATTACHMENT).then(|| contents.to_vec()),
    }
}

fn content_hash(email: &ParsedEmail) -> String {
    let mut hash = Sha256::new();
    let mut add = |bytes: &[u8]| {
        hash.update(bytes.len().to_le_bytes());
        hash.update(bytes);
    };
    for text in [&email.message_id, &email.from_address, &email.subject, &email.text, &email.quoted_text] {
        add(text.as_bytes());
    }
    add(email.html.html.as_bytes());
    for attachment in &email.attachments {
        add(attachment.name.as_bytes());
        add(attachment.bytes.as_deref().unwrap_or_default());
    }
    hex::encode(hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charsets_are_decoded() {
        for (charset, bytes, text) in [
            ("utf-8", "café".as_bytes(), "café"),
            ("iso-8859-1", b"caf\xe9", "café"),
            ("iso-8859-2", b"\xbe\xbb", "žť"),
            ("iso-8859-15", b"5 \xa4", "5 €"),
            ("windows-1250", b"\x9e", "ž"),
            ("windows-1251", b"\xcf\xf0", "Пр"),
            ("windows-1252", b"\x93x\x94", "“x”"),
            ("koi8-r", b"\xf0\xd2", "Пр"),
            ("shift_jis", b"\x93\xfa\x96\x7b", "日本"),
            ("euc-jp", b"\xc6\xfc\xcb\xdc", "日本"),
            ("gb18030", b"\xc4\xe3\xba\xc3", "你好"),
            ("big5", b"\xa7\x41\xa6\x6e", "你好"),
            ("euc-kr", b"\xc7\xd1\xb1\xdb", "한글"),
        ] {
            let mut raw = format!("From: a@b.example\r\nContent-Type: text/plain; charset={charset}\r\n\r\n")
                .into_bytes();
            raw.extend(bytes);
            assert_eq!(parse(&raw).text, text, "{charset}");
        }
        let encoded =
            parse(b"From: =?ISO-8859-1?Q?Jos=E9?= <J@B.example>\r\nSubject: =?utf-8?B?w4dh?= va\r\n\r\nx");
        assert_eq!((encoded.from_name.as_str(), encoded.from_address.as_str()), ("José", "j@b.example"));
        assert_eq!(encoded.subject, "Ça va");
    }

    #[test]
    fn malformed_mime_is_parsed_to_text_that_can_be_stored() {
        let mixed = b"From: \"A\" <a@b.example>\r\nTo: c@d.example\r\nSubject: =?utf-8?Q?x?=\r\nMessage-ID: <1@b>\r\n\
            References: <2@b> <3@b>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"q\"\r\n\r\n--q\r\n\
            Content-Type: multipart/alternative; boundary=r\r\n\r\n--r\r\nContent-Type: text/plain; charset=utf-8\r\n\
            Content-Transfer-Encoding: quoted-printable\r\n\r\nHi =E2=82=AC\r\n--r\r\nContent-Type: text/html\r\n\r\n\
            <p>Hi</p><img src=x>\r\n--r--\r\n--q\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <4@b>\r\n\r\nInner\r\n\
            --q\r\nContent-Type: image/png; name=x.png\r\nContent-Transfer-Encoding: base64\r\n\
            Content-Disposition: attachment; filename*=utf-8''%C3%A9.png\r\n\r\niVBORw0KGgo=\r\n--q--\r\n";
        let bounce = b"Return-Path: <>\r\nFrom: Mailer-Daemon@b.example\r\nSubject: Undelivered\r\n\
            Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\nNot delivered\r\n\
            --b\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\n\r\n--b\r\n\
            Content-Type: text/rfc822-headers\r\n\r\nMessage-ID: <9@b>\r\n\r\n--b--\r\n";
        let japanese = b"From: =?ISO-2022-JP?B?GyRCRnxLXBsoQg==?= <j@b.example>\r\nSubject: =?x?q?=?=\r\n\
            Content-Type: text/plain; charset=iso-2022-jp; format=flowed\r\n\r\n\x1b$BF|K\\\x1b(B\r\n\
            On Monday, Joan wrote:\r\n> Hello\r\n";
        assert_eq!((parse(mixed).attachments.len(), parse(bounce).bounced_ids.len()), (2, 1));
        fuzzing::check_bytes(2_000, &[mixed, bounce, japanese], |raw| {
            // Not in `parse`, which would hide a panic.
            let email =
                MessageParser::default().parse(raw).map_or_else(|| unreadable(raw), |message| read(&message));
            let is_storable = |text: &str| !text.contains(|c: char| c.is_control() && !"\n\t".contains(c));
            assert!(
                is_storable(&email.text)
                    && is_storable(&email.quoted_text)
                    && !email.html.html.contains('\0')
            );
            let lines = [&email.subject, &email.from_name, &email.from_address, &email.message_id];
            let names = email.attachments.iter().map(|attachment| &attachment.name);
            let ids = email.reference_ids.iter().chain(&email.bounced_ids);
            assert!(lines.into_iter().chain(names).chain(ids).all(|line| !line.contains(char::is_control)));
            assert_eq!(parse(raw).content_hash, content_hash(&email));
        });
        for raw in [b"".as_slice(), b"\0", b"\xff\xfe", b"no header at all", b"From:\r\n\r\n"] {
            assert_eq!(parse(raw).from_address, UNKNOWN);
        }
    }
}
