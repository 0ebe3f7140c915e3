//! Verification codes sent by email. Only signatures of codes are stored; the signing key is not in the
//! database.
use std::{collections::BTreeMap, time::Duration};

use platform::{Fault, Scope, Tx};

use super::{
    model::{Account, AccountId, SentCode},
    store,
    verification::VerificationReply,
};
use crate::{
    context::Context,
    operations::mail::{self, Email, EmailTransport},
};

/// How long a code is valid.
const CODE_VALID_FOR: Duration = Duration::from_secs(10 * 60);
/// The window in which an account gets at most [`MAX_CODES`] codes.
const CODE_WINDOW: Duration = Duration::from_secs(3_600);
/// Maximum number of codes for an account within [`CODE_WINDOW`].
const MAX_CODES: usize = 3;
/// The purpose that distinguishes signatures of codes from others.
const PURPOSE: &str = "homeowner code";

/// The question for which a code is sent, and where it was asked.
#[derive(Clone, Copy)]
pub struct CodeRequest<'a> {
    /// ID of the text or of the message of a web chat.
    pub message_id: &'a str,
    pub channel: CodeChannel,
    /// The community's display name.
    pub community: &'a str,
}

/// Where a question was asked, and the code is to be entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeChannel {
    Text,
    WebChat,
}

/// The outcome of checking a code.
pub enum CodeCheck {
    /// The code is valid for these accounts.
    Verified(Vec<Account>),
    /// The code was sent more than 10 minutes ago.
    Expired,
    /// No such code was sent.
    Wrong,
}

/// Returns whether the scope's company can send email outside Parlor.
pub async fn can_send_email(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<bool, Fault> {
    Ok(mail::transport(tx, scope, context).await? != EmailTransport::Outbox)
}

/// Sends one code to each distinct email address of the accounts. Skips accounts that received 3 codes in the
/// last hour. Returns the number of emails.
pub async fn send_codes(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    request: CodeRequest<'_>,
    accounts: &[Account],
) -> Result<usize, Fault> {
    let (now, message_id) = (context.now(), request.message_id);
    let since = now.minus(CODE_WINDOW);
    let ids: Vec<&AccountId> = accounts.iter().map(|account| &account.id).collect();
    let sent = store::codes_since(tx, scope, &ids, since).await?;
    let can_get_code = |account: &&Account| {
        let count = sent.iter().filter(|code| code.account_id == account.id).count();
        !account.entry.email.is_empty() && count < MAX_CODES
    };
    let mut addresses: BTreeMap<&str, Vec<&Account>> = BTreeMap::new();
    for account in accounts.iter().filter(can_get_code) {
        addresses.entry(&account.entry.email).or_default().push(account);
    }
    for (address, accounts) in &addresses {
        let code = format!("{:06}", context.ids.below(1_000_000));
        let (subject, body) = (subject(request.community), body(request, &code));
        let email = Email { to: address, subject, body, withheld: true };
        mail::post(tx, scope, context, &email, now).await?;
        for account in accounts {
            let signature = context.vault.sign(PURPOSE, &signed_text(scope, message_id, &code));
            let code = SentCode {
                account_id: account.id.clone(),
                message_id: message_id.to_owned(),
                signature,
                sent_ms: now,
            };
            store::save_code(tx, scope, &code, since).await?;
        }
    }
    Ok(addresses.len())
}

/// Checks a reply against the codes that were sent for a message.
pub async fn check_code(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    message_id: &str,
    reply: &VerificationReply,
    accounts: Vec<Account>,
) -> Result<CodeCheck, Fault> {
    let now = context.now();
    let ids: Vec<&AccountId> = accounts.iter().map(|account| &account.id).collect();
    let sent = store::codes_since(tx, scope, &ids, now.minus(CODE_WINDOW)).await?;
    let signed = signed_text(scope, message_id, reply.code());
    let matching: Vec<&SentCode> = sent
        .iter()
        .filter(|code| {
            code.message_id == message_id && context.vault.verify(PURPOSE, &signed, &code.signature)
        })
        .collect();
    if matching.is_empty() {
        return Ok(CodeCheck::Wrong);
    }
    let is_verified = |account: &Account| {
        let is_valid =
            |code: &&SentCode| code.account_id == account.id && now < code.sent_ms.plus(CODE_VALID_FOR);
        matching.iter().any(is_valid)
    };
    let verified: Vec<Account> = accounts.into_iter().filter(is_verified).collect();
    Ok(if verified.is_empty() { CodeCheck::Expired } else { CodeCheck::Verified(verified) })
}

/// Returns the text to sign, which binds a code to its company and its message.
fn signed_text(scope: &Scope, message_id: &str, code: &str) -> String {
    format!("{}~{message_id}~{code}", scope.company())
}

fn subject(label: &str) -> String {
    format!("Your code for {label}")
}

fn body(request: CodeRequest<'_>, code: &str) -> String {
    let community = request.community;
    let (asked, enter) = match request.channel {
        CodeChannel::Text => {
            (format!("Someone texted {community} about your account."), "text this code back")
        }
        CodeChannel::WebChat => (
            format!("Someone asked about your account in the chat on {community}'s website."),
            "enter this code in the chat",
        ),
    };
    format!(
        "Hello,\n\n{asked} If it was you, {enter} within 10 minutes. It works once:\n\n{code}\n\n\
         If it wasn't you, ignore this email and don't share the code with anyone. \
         Without it, no account details are sent.\n"
    )
}
