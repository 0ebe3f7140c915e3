//! Notices to homeowners that their question was answered.
use platform::phone::Phone;
use serde::{Deserialize, Serialize};

use super::EscalationId;
use crate::{
    email::email_thread::{EmailMessageId, EmailThread},
    messaging::{
        thread::MessageId,
        web_chat::{WebChat, WebChatMessageId},
    },
    operations::{file::FileId, mail::MailId},
};

/// How a homeowner is notified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoticeChannel {
    /// By text.
    Text,
    /// By email, possibly in the email thread of the question.
    Email,
    /// In the web chat of the question.
    Chat,
}

/// Who is notified, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "StoredNotify")]
pub struct Notify {
    /// A phone or an email address. Empty for a web chat.
    pub to: String,
    pub notify: bool,
    pub channel: NoticeChannel,
}

/// [`Notify`] as it is stored. Earlier versions stored whether it is an email instead of the channel.
#[derive(Deserialize)]
struct StoredNotify {
    to: String,
    notify: bool,
    #[serde(default)]
    by_email: bool,
    channel: Option<NoticeChannel>,
}

impl From<StoredNotify> for Notify {
    fn from(stored: StoredNotify) -> Self {
        let StoredNotify { to, notify, by_email, channel } = stored;
        let earlier = if by_email { NoticeChannel::Email } else { NoticeChannel::Text };
        Self { to, notify, channel: channel.unwrap_or(earlier) }
    }
}

/// An answer whose notice is previewed.
pub struct NoticeToPreview {
    pub id: EscalationId,
    pub answer: String,
    /// A question that came by email or by web chat is answered there, whatever the channel.
    pub channel: NoticeChannel,
}

/// A notice that is not sent.
pub struct NoticePreview {
    pub notice: Notice,
    /// The answer to the same question that training the bot would replace; empty if there is none.
    pub replaced_answer: String,
    /// Maximum number of photos of the answer.
    pub max_photos: i32,
}

/// A requested notice.
pub struct NoticeRequest {
    /// A phone or an email address. Empty for the resident who asked.
    pub to: String,
    pub channel: NoticeChannel,
}

/// The recipient of a notice.
pub enum NoticeRecipient {
    /// Notified by text.
    Phone(Phone),
    /// Notified by email.
    Address(String),
    /// Notified by a reply in the email thread of the question.
    Thread(Box<EmailThread>),
    /// Notified in the web chat of the question.
    Chat(Box<WebChat>),
}

impl NoticeRecipient {
    /// Returns the phone or the email address; empty for a web chat.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Phone(phone) => phone.as_str(),
            Self::Address(address) => address,
            Self::Thread(thread) => &thread.participant_address,
            Self::Chat(_) => "",
        }
    }

    /// Returns how the recipient is notified.
    pub fn channel(&self) -> NoticeChannel {
        match self {
            Self::Phone(_) => NoticeChannel::Text,
            Self::Address(_) | Self::Thread(_) => NoticeChannel::Email,
            Self::Chat(_) => NoticeChannel::Chat,
        }
    }
}

/// A notice to the homeowner.
pub struct Notice {
    pub channel: NoticeChannel,
    /// A phone or an email address. Empty for a web chat.
    pub to: String,
    /// `None` unless it is an email.
    pub subject: Option<String>,
    pub body: String,
}

/// A notice that is scheduled and can still be canceled.
pub enum ScheduledDelivery {
    /// A text.
    Text(MessageId),
    /// An email, with the files that it links to.
    Mail { mail: MailId, photos: Vec<FileId> },
    /// A reply in the email thread of the question.
    Email(EmailMessageId),
    /// A message in the web chat of the question.
    Chat(WebChatMessageId),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_that_were_stored_without_a_channel_are_readable() {
        for (stored, channel) in [
            (r#"{"to":"+12025550123","notify":true}"#, NoticeChannel::Text),
            (r#"{"to":"+12025550123","notify":true,"by_email":false}"#, NoticeChannel::Text),
            (r#"{"to":"joan@example.com","notify":true,"by_email":true}"#, NoticeChannel::Email),
            (r#"{"to":"","notify":true,"channel":"chat"}"#, NoticeChannel::Chat),
        ] {
            let notify: Notify = serde_json::from_str(stored).expect("it is readable");
            assert_eq!(notify.channel, channel, "{stored}");
            let again = serde_json::to_value(&notify).and_then(serde_json::from_value::<Notify>);
            assert_eq!(again.expect("it is readable"), notify);
        }
    }
}
