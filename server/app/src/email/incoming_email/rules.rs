//! Classifies automatic emails and finds the thread of an email.
use std::time::Duration;

use platform::{ErrorReason, Fault, Timestamp};

use super::model::{Arrival, ClassificationHeaders};
use crate::{
    email::{
        email_thread::{EmailKind, EmailMessage, EmailThreadId, subject_key},
        mailbox::Folder,
    },
    operations::rate_limit::Limit,
};

/// Limit of test emails per company.
pub const TEST_EMAILS: Limit = Limit {
    name: "test emails by company",
    most: 120,
    window: Duration::from_secs(3_600),
    reason: ErrorReason::TooManyTestEmails,
    words: "Too many test emails in the last hour. Wait a moment, then try again.",
};

/// Maximum age of the emails that are received from a folder that was not read before.
const FIRST_WINDOW: Duration = Duration::from_secs(30 * 24 * 3_600);
/// Maximum age of the last email of a thread that is found by its subject.
pub const SUBJECT_WINDOW: Duration = Duration::from_secs(30 * 24 * 3_600);

const BOUNCE_SENDERS: [&str; 2] = ["mailer-daemon", "postmaster"];
const NO_REPLY_SENDERS: [&str; 5] = ["noreply", "no-reply", "no_reply", "donotreply", "do-not-reply"];
const BOUNCE_SUBJECTS: [&str; 6] =
    ["undeliver", "not delivered", "delivery status", "delivery failure", "failure notice", "returned mail"];
const AUTO_REPLY_SUBJECTS: [&str; 5] =
    ["automatic reply", "auto reply", "auto-reply", "autoreply", "out of office"];

/// Returns the kind of an email.
pub fn classify(headers: &ClassificationHeaders, from_address: &str, subject: &str) -> EmailKind {
    let subject = subject.trim().to_lowercase();
    let sender = from_address.split('@').next().unwrap_or_default();
    let reports_failure = BOUNCE_SUBJECTS.iter().any(|words| subject.contains(words));
    let auto_submitted = headers.auto_submitted.trim().to_lowercase();
    let precedence = headers.precedence.trim().to_lowercase();
    if headers.report_type == "delivery-status"
        || BOUNCE_SENDERS.contains(&sender) && (headers.has_null_sender || reports_failure)
    {
        EmailKind::Bounce
    } else if auto_submitted.starts_with("auto-replied")
        || headers.has_auto_reply_header
        || headers.report_type == "disposition-notification"
        || precedence == "auto_reply"
        || AUTO_REPLY_SUBJECTS.iter().any(|words| subject.starts_with(words))
    {
        EmailKind::AutoReply
    } else if headers.has_list_header
        || matches!(precedence.as_str(), "bulk" | "list" | "junk")
        || !auto_submitted.is_empty() && auto_submitted != "no"
        || NO_REPLY_SENDERS.contains(&sender)
    {
        EmailKind::Bulk
    } else {
        EmailKind::Normal
    }
}

/// Returns the thread of an email among the threads that it refers to, nearest first. An email with a
/// different subject begins a new thread, unless it is an automatic reply or a bounce.
pub fn referred_thread(
    referred: &[EmailMessage],
    reference_ids: &[String],
    subject: &str,
    kind: EmailKind,
) -> Option<EmailThreadId> {
    let key = subject_key(subject);
    let is_same = |of: &EmailMessage| {
        let other = subject_key(&of.subject);
        matches!(kind, EmailKind::AutoReply | EmailKind::Bounce)
            || key.is_empty()
            || other.is_empty()
            || key == other
    };
    let by_id = |id: &String| referred.iter().find(|of| of.message_id == *id && is_same(of));
    reference_ids.iter().find_map(by_id).and_then(|of| of.thread_id.clone())
}

/// Returns the IMAP query for emails after a UID or, in a folder that was not read before, for emails of the
/// last 30 days.
pub fn search_query(last_uid: Option<i64>, now: Timestamp) -> String {
    match last_uid {
        Some(last) => format!("UID {}:*", last + 1),
        None => {
            let since = now.minus(FIRST_WINDOW).date_in("UTC");
            format!("SINCE {}", since.strftime("%d-%b-%Y"))
        }
    }
}

/// Returns the UID of the newest email of a folder, of which `found` are some of the UIDs, in ascending order; 0 if it
/// has none.
pub fn newest_uid(folder: Folder, found: &[u32]) -> i64 {
    let last = found.last().copied().unwrap_or_default();
    i64::from(last.max(folder.uid_next.saturating_sub(1)))
}

/// Returns when an email of a folder arrived. `earlier_uid` is that of the newest email at the first read.
pub fn arrival(uid: u32, earlier_uid: i64) -> Arrival {
    if i64::from(uid) <= earlier_uid { Arrival::Earlier } else { Arrival::New }
}

/// Returns the error for a test email to a mailbox on a mail server.
pub fn not_embedded() -> Fault {
    Fault::precondition(
        ErrorReason::MailboxNotEmbedded,
        "This mailbox is on a mail server. Send an email to its address instead.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emails_of_before_the_first_read_of_a_folder_are_earlier_ones() {
        let folder = |uid_next| Folder { uid_validity: 1, uid_next };
        assert_eq!(newest_uid(folder(8), &[3, 5]), 7);
        assert_eq!(newest_uid(folder(0), &[3, 5]), 5, "the server does not specify the next UID");
        assert_eq!(newest_uid(folder(1), &[]), 0, "the folder is empty");
        assert_eq!([1, 7, 8].map(|uid| arrival(uid, 7)), [Arrival::Earlier, Arrival::Earlier, Arrival::New]);
    }

    #[test]
    fn automatic_emails_are_recognized() {
        let normal = ClassificationHeaders::default;
        let replied = ClassificationHeaders { auto_submitted: "Auto-Replied (vacation)".into(), ..normal() };
        let generated = ClassificationHeaders { auto_submitted: "auto-generated".into(), ..normal() };
        let not_automatic = ClassificationHeaders { auto_submitted: "no".into(), ..normal() };
        let list = ClassificationHeaders { has_list_header: true, ..normal() };
        let report = ClassificationHeaders { report_type: "delivery-status".into(), ..normal() };
        let null = ClassificationHeaders { has_null_sender: true, ..normal() };
        for (headers, from, subject, kind) in [
            (&normal(), "joan@example.com", "Out of paint", EmailKind::Normal),
            (&normal(), "joan@example.com", "Out of Office: Re: Gate", EmailKind::AutoReply),
            (&replied, "joan@example.com", "Re: Gate", EmailKind::AutoReply),
            (&generated, "cron@example.com", "Backup", EmailKind::Bulk),
            (&not_automatic, "joan@example.com", "Gate", EmailKind::Normal),
            (&normal(), "no-reply@bank.example", "Your statement", EmailKind::Bulk),
            (&list, "news@example.com", "News", EmailKind::Bulk),
            (&report, "bounce@example.com", "Oops", EmailKind::Bounce),
            (&null, "mailer-daemon@example.com", "Hello", EmailKind::Bounce),
            (&normal(), "postmaster@example.com", "Undeliverable: Gate", EmailKind::Bounce),
            (&normal(), "postmaster@example.com", "New spam filter", EmailKind::Normal),
        ] {
            assert_eq!(classify(headers, from, subject), kind, "{from}: {subject}");
        }
    }
}
