//! Values of mailboxes.
use platform::{ErrorReason, Fault};

use super::model::{Changes, Mailbox};

/// Returns an email address in lowercase; `None` if it is none. At most 254 bytes of ASCII.
#[must_use]
pub fn parse_address(text: &str) -> Option<String> {
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
    mailbox.version += 1;
    Ok(mailbox)
}

/// The refusal of an address that another mailbox has.
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
        for text in
            ["", "joan", "joan@", "@example.com", "joan@example", "a b@example.com", "a@b@c.com", "a\r\n@b.c"]
        {
            assert_eq!(parse_address(text), None, "{text}");
        }
    }
}
