//! Emails of residents and mail servers, with the thread to which each belongs.
use std::fmt::Write as _;

use base64::{Engine as _, engine::general_purpose::STANDARD};

use super::ADDRESS;

/// A phrase in 12 character sets.
const CHARSETS: &[(&str, &[u8], &str)] = &[
    ("utf-8", b"\xc5\xbdlu\xc5\xa5ou\xc4\x8dk\xc3\xbd k\xc5\xaf\xc5\x88", "Žluťoučký kůň"),
    ("iso-8859-1", b"Gr\xfc\xdfe aus K\xf6ln", "Grüße aus Köln"),
    ("iso-8859-2", b"P\xf8\xedli\xb9 \xbelu\xbbou\xe8k\xfd", "Příliš žluťoučký"),
    ("iso-8859-15", b"Prix: 5 \xa4", "Prix: 5 €"),
    ("windows-1252", b"\x93Quoted\x94 \x96 5 \x80", "“Quoted” – 5 €"),
    ("windows-1251", b"\xc2\xee\xf0\xee\xf2\xe0 \xf1\xeb\xee\xec\xe0\xed\xfb", "Ворота сломаны"),
    ("koi8-r", b"\xeb\xcf\xc7\xc4\xc1 \xc2\xc1\xd3\xd3\xc5\xca\xce", "Когда бассейн"),
    ("shift_jis", b"\x83v\x81[\x83\x8b\x82\xcc\x8e\x9e\x8a\xd4", "プールの時間"),
    ("iso-2022-jp", b"\x1b$BCs<V>l$N5v2D\x1b(B", "駐車場の許可"),
    ("euc-kr", b"\xbc\xf6\xbf\xb5\xc0\xe5 \xbd\xc3\xb0\xa3", "수영장 시간"),
    ("gb2312", b"\xb4\xf3\xc3\xc5\xbb\xb5\xc1\xcb", "大门坏了"),
    ("big5", b"\xb4\xe5\xaaa\xa6\xc0\xae\xc9\xb6\xa1", "游泳池時間"),
];

/// Number of emails per resident, without the one that is delivered twice.
pub const PER_RESIDENT: usize = 9;

/// An email to deliver.
pub struct Mail {
    /// The Message-ID.
    pub id: String,
    pub raw: Vec<u8>,
    /// Emails with the same name belong to one thread, and others do not.
    pub thread: String,
    /// A part of the text, if that is known.
    pub text: Option<&'static str>,
}

/// The emails of one resident.
pub struct Resident {
    number: usize,
}

impl Resident {
    pub fn new(number: usize) -> Self {
        Self { number }
    }

    fn id(&self, name: &str) -> String {
        format!("{name}-{}@mail.example", self.number)
    }

    /// Returns an email with header lines, from the resident unless the headers name another sender.
    fn mail(&self, name: &str, thread: &str, headers: &str, body: &[u8]) -> Mail {
        let Self { number } = self;
        let id = self.id(name);
        let from = match headers.contains("From: ") {
            true => String::new(),
            false => format!("From: Resident {number} <resident{number}@mail.example>\r\n"),
        };
        let head = format!("{from}To: {ADDRESS}\r\nMessage-ID: <{id}>\r\n{headers}\r\n\r\n");
        let raw = [head.as_bytes(), body].concat();
        Mail { id, raw, thread: format!("{thread} {number}"), text: None }
    }

    /// Returns the email that begins the first thread.
    pub fn question(&self) -> Mail {
        let subject = format!("Subject: Gate {}", self.number);
        Mail { text: Some("Which code?"), ..self.mail("question", "gate", &subject, b"Which code?\r\n") }
    }

    /// Returns the other emails in order of arrival. `answered` is the Message-ID of the last email in the
    /// thread.
    pub fn others(&self, answered: &str, attachment: usize) -> Vec<Mail> {
        let Self { number } = self;
        let (question, charset) = (self.id("question"), CHARSETS[number % CHARSETS.len()]);
        let refers = format!("In-Reply-To: <{answered}>\r\nReferences: <{question}> <{answered}>");
        let reply = || {
            let headers = format!("Subject: Re: Gate {number}\r\n{refers}");
            Mail {
                text: Some("Please!"),
                ..self.mail("reply", "gate", &headers, b"Please!\r\n\r\n> Which code?\r\n")
            }
        };
        // From a program that references no other email.
        let unreferenced =
            self.mail("nameless", "gate", &format!("Subject: AW: RE: Gate {number}"), b"Hello?\r\n");
        let other_subject =
            self.mail("drifted", "pool", &format!("Subject: Pool {number}\r\n{refers}"), b"When?\r\n");
        let away =
            format!("Subject: Automatic reply: Gate {number}\r\nAuto-Submitted: auto-replied\r\n{refers}");
        let away = self.mail("away", "gate", &away, b"I am away.\r\n");
        let (name, bytes, text) = charset;
        let headers = format!(
            "Subject: Letters {number}\r\nContent-Type: text/plain; charset={name}\r\nContent-Transfer-Encoding: 8bit"
        );
        let letters = Mail { text: Some(text), ..self.mail("letters", "letters", &headers, bytes) };
        vec![
            reply(),
            unreferenced,
            other_subject,
            // The same email again, as from a mail server that was unsure about its delivery.
            reply(),
            away,
            self.bounce(answered),
            letters,
            self.broken(),
            self.with_attachment(attachment),
        ]
    }

    fn bounce(&self, of: &str) -> Mail {
        let headers = "From: Mail Delivery System <mailer-daemon@mail.example>\r\nSubject: Undeliverable mail\r\n\
            Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\nAuto-Submitted: auto-replied";
        let body = format!(
            "--b\r\n\r\nThe mailbox is full.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n\
             Final-Recipient: rfc822; resident@mail.example\r\nAction: failed\r\n\r\n--b\r\n\
             Content-Type: text/rfc822-headers\r\n\r\nMessage-ID: <{of}>\r\n\r\n--b--\r\n"
        );
        self.mail("bounce", "gate", headers, body.as_bytes())
    }

    /// Returns a malformed email.
    fn broken(&self) -> Mail {
        let subject = format!("Subject: Broken {}\r\n", self.number);
        let (headers, body): (&str, &[u8]) = match self.number % 5 {
            0 => (
                "Content-Type: multipart/mixed; boundary=b",
                b"--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\n\r\nHello",
            ),
            1 => ("Content-Transfer-Encoding: base64", b"Hello, this is no base64: \xff\xfe!\r\n"),
            2 => ("Content-Type: text/plain; charset=unheard-of", b"\xff\xfe\x00\x80 Hello\r\n"),
            3 => ("Content-Type: multipart/mixed", b"--\r\n--nothing\r\n\r\nHello\r\n"),
            _ => ("Content-Type: text/html; charset", b"<p>Hello <img src='cid:1'><table><tr><td>\r\n"),
        };
        self.mail("broken", "broken", &format!("{subject}{headers}"), body)
    }

    fn with_attachment(&self, size: usize) -> Mail {
        let headers = format!("Subject: Plan {}\r\nContent-Type: multipart/mixed; boundary=b", self.number);
        let file: Vec<u8> = (0..size).map(|at| u8::try_from((at * 7 + self.number) % 251).unwrap()).collect();
        let encoded = STANDARD.encode(file);
        let mut body = String::from("--b\r\n\r\nSee the plan.\r\n--b\r\nContent-Type: application/pdf\r\n");
        body.push_str(
            "Content-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=plan.pdf\r\n\r\n",
        );
        for line in encoded.as_bytes().chunks(76) {
            let _ = write!(body, "{}\r\n", std::str::from_utf8(line).unwrap());
        }
        body.push_str("--b--\r\n");
        Mail { text: Some("See the plan."), ..self.mail("plan", "plan", &headers, body.as_bytes()) }
    }
}
