//! Rules of mailboxes.
use std::time::Duration;

use platform::{ErrorReason, Fault, email_address};

use super::model::{Changes, ImapSettings, Mailbox};
use crate::operations::rate_limit::Limit;

/// Limit of tests of mail servers per company, because each connects to a host of the company's choice.
pub const TESTS: Limit = Limit {
    name: "mailbox tests by company",
    most: 20,
    window: Duration::from_secs(3600),
    reason: ErrorReason::TooManyTests,
    words: "Too many tests of mail servers in the last hour. Wait a moment, then try again.",
};

/// Returns an email address in lowercase; `None` if it is invalid.
#[must_use]
pub fn parse_address(text: &str) -> Option<String> {
    let address = text.trim().to_lowercase();
    email_address::is_valid(&address).then_some(address)
}

/// Checks the name of a mailbox.
///
/// # Errors
/// `INVALID_ARGUMENT` on `displayName`.
pub fn check_display_name(name: &str) -> Result<(), Fault> {
    if name.trim().is_empty() || name.contains(char::is_control) {
        return Err(Fault::field("displayName", "Enter the name on one line."));
    }
    Ok(())
}

/// Returns a mailbox with changes.
///
/// # Errors
/// `INVALID_ARGUMENT` on a field that is not valid.
pub fn change(mut mailbox: Mailbox, changes: Changes) -> Result<Mailbox, Fault> {
    if let Some(name) = changes.display_name {
        check_display_name(&name)?;
        name.trim().clone_into(&mut mailbox.display_name);
    }
    if let Some(signature) = changes.signature {
        signature.trim().clone_into(&mut mailbox.signature);
    }
    if let Some(imap) = changes.imap {
        check_imap(&imap)?;
        if mailbox.imap.is_none() {
            return Err(not_on_a_server());
        }
        mailbox.imap = Some(imap);
    }
    mailbox.version += 1;
    Ok(mailbox)
}

/// Checks the IMAP settings of a mailbox.
///
/// # Errors
/// `INVALID_ARGUMENT` on a field of `imap`.
pub fn check_imap(imap: &ImapSettings) -> Result<(), Fault> {
    let is_host =
        !imap.host.is_empty() && imap.host.chars().all(|c| c.is_ascii_alphanumeric() || ".-_:".contains(c));
    if !is_host {
        return Err(Fault::field(
            "imap.host",
            "Enter only the server's host name, such as imap.example.com.",
        ));
    }
    if imap.username.is_empty() || imap.username.contains(char::is_control) {
        return Err(Fault::field("imap.username", "Enter the user name at the mail server."));
    }
    if imap.folders.iter().any(|folder| folder.trim().is_empty() || folder.contains(char::is_control)) {
        return Err(Fault::field("imap.folders", "Enter the name of each folder."));
    }
    Ok(())
}

/// Returns the error for mail server settings of an embedded mailbox.
pub fn not_on_a_server() -> Fault {
    Fault::field("imap", "Parlor keeps this mailbox. Create another one for a mail server.")
}

/// Returns the error that asks for the password again, because the stored one was entered for another server
/// or user name.
pub fn password_again() -> Fault {
    Fault::field("imapPassword", "Enter the password again: the stored one belongs to other settings.")
}

/// Returns the error for settings that do not work.
pub fn test_failed(problem: &str) -> Fault {
    Fault::precondition(ErrorReason::MailboxTestFailed, format!("Nothing was saved. {problem}"))
}

/// Returns the error for an address that another mailbox has.
pub fn address_taken(address: &str) -> Fault {
    Fault::exists(
        ErrorReason::MailboxAddressTaken,
        format!("Another mailbox has the address {address}. Enter another address."),
    )
}

#[cfg(test)]
mod tests {
    use super::parse_address;

    #[test]
    fn an_address_is_stored_in_lowercase_and_an_invalid_one_is_refused() {
        assert_eq!(parse_address(" Joan.Marsh@Example.com "), Some("joan.marsh@example.com".into()));
        let long = format!("{}@example.com", "a".repeat(65));
        for text in [
            long.as_str(),
            "",
            "joan",
            "joan@",
            "@example.com",
            "joan@example",
            "a b@example.com",
            "a@b@c.com",
            "a\r\n@b.c",
        ] {
            assert_eq!(parse_address(text), None, "{text}");
        }
    }

    #[test]
    fn a_malformed_address_is_refused_or_lowercase_ascii() {
        fuzzing::check_texts(
            500,
            &["Joan.Marsh+x@Mail.Example.org", "a.b@c.example", "\"a b\"@[192.0.2.1]"],
            |text| {
                let address = parse_address(text);
                assert!(
                    address
                        .iter()
                        .all(|address| address.is_ascii() && parse_address(address) == Some(address.clone()))
                );
                // Mail can be sent to it.
                assert!(
                    address.iter().all(|address| address.parse::<lettre::Address>().is_ok()),
                    "{address:?}"
                );
            },
        );
    }
}
