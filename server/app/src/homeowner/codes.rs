//! Codes that are mailed to the addresses of accounts: only their signatures are stored, by a key that
//! is not in storage.
use std::collections::BTreeMap;

use platform::{Fault, Scope, Tx};

use super::{
    model::{Account, AccountId, Code},
    proof::{CODE_HOLDS, CODE_WINDOW, MOST_CODES, Said},
    store,
};
use crate::{
    context::Context,
    conversation::MessageId,
    mail::{self, Letter, Way},
};

/// What signatures are for.
const PURPOSE: &str = "homeowner code";

/// What came of a code that was said.
pub enum Heard {
    /// It is that of these accounts.
    Proves(Vec<Account>),
    /// It was, and is too old.
    TooOld,
    /// It is none.
    Wrong,
}

/// Whether mail of the scope's company reaches anybody.
///
/// # Errors
/// Those of storage.
pub async fn may_mail(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<bool, Fault> {
    Ok(mail::way(tx, scope, context).await? != Way::Outbox)
}

/// Mails a code to every address that accounts have, each its own; how many mails. An account that got
/// as many codes as it may in an hour gets none.
///
/// # Errors
/// Those of storage.
pub async fn send(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    (question, label): (&MessageId, &str),
    accounts: &[Account],
) -> Result<usize, Fault> {
    let now = context.now();
    let since = now.minus(CODE_WINDOW);
    let ids: Vec<&AccountId> = accounts.iter().map(|account| &account.id).collect();
    let sent = store::codes_since(tx, scope, &ids, since).await?;
    let may = |account: &&Account| {
        let count = sent.iter().filter(|code| code.account_id == account.id).count();
        !account.entry.email.is_empty() && count < MOST_CODES
    };
    let mut addresses: BTreeMap<&str, Vec<&Account>> = BTreeMap::new();
    for account in accounts.iter().filter(may) {
        addresses.entry(&account.entry.email).or_default().push(account);
    }
    for (address, accounts) in &addresses {
        let code = format!("{:06}", context.ids.below(1_000_000));
        let letter =
            Letter { to: address, subject: subject(label), body: body(label, &code), withheld: true };
        mail::post(tx, scope, context, &letter, now).await?;
        for account in accounts {
            let signature = context.vault.sign(PURPOSE, &signed(scope, question, &code));
            let code = Code {
                account_id: account.id.clone(),
                message_id: question.clone(),
                signature,
                sent_ms: now,
            };
            store::keep_code(tx, scope, &code, since).await?;
        }
    }
    Ok(addresses.len())
}

/// What a code that was said proves, of those that were mailed for a question.
///
/// # Errors
/// Those of storage.
pub async fn hear(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    (question, said): (&MessageId, &Said),
    accounts: Vec<Account>,
) -> Result<Heard, Fault> {
    let now = context.now();
    let ids: Vec<&AccountId> = accounts.iter().map(|account| &account.id).collect();
    let sent = store::codes_since(tx, scope, &ids, now.minus(CODE_WINDOW)).await?;
    let words = signed(scope, question, said.code());
    let fits: Vec<&Code> = sent
        .iter()
        .filter(|code| code.message_id == *question && context.vault.verify(PURPOSE, &words, &code.signature))
        .collect();
    if fits.is_empty() {
        return Ok(Heard::Wrong);
    }
    let good = |account: &Account| {
        let of = |code: &&Code| code.account_id == account.id && now < code.sent_ms.plus(CODE_HOLDS);
        fits.iter().any(of)
    };
    let proved: Vec<Account> = accounts.into_iter().filter(good).collect();
    Ok(if proved.is_empty() { Heard::TooOld } else { Heard::Proves(proved) })
}

/// What is signed of a code: good in its company, for its question.
fn signed(scope: &Scope, question: &MessageId, code: &str) -> String {
    format!("{}~{question}~{code}", scope.company())
}

fn subject(label: &str) -> String {
    format!("Your code for {label}")
}

fn body(label: &str, code: &str) -> String {
    format!(
        "Hello,\n\nsomebody asked {label} by text about your account. If it was you, text this code back \
         within 10 minutes; it works once:\n\n{code}\n\nIf it was not you, ignore this mail and tell nobody the \
         code: without it, nothing is said of your account.\n"
    )
}
