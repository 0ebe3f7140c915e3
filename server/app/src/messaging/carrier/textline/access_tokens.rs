//! Access tokens of accounts. A token is kept until Textline no longer accepts it.
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

use super::api::ApiError;
use crate::messaging::carrier::model::TextlineAccount;

/// Maximum number of accounts whose tokens are kept.
const MAX_ACCOUNTS: usize = 10_000;

/// The access tokens of all companies, by a digest of the account.
#[derive(Default)]
pub struct AccessTokens {
    slots: Mutex<HashMap<String, Arc<Slot>>>,
}

/// The token of an account.
#[derive(Default)]
struct Slot {
    /// Number of times that Parlor signed in, successfully or not.
    sign_ins: AtomicU64,
    last: tokio::sync::Mutex<Option<Result<SecretString, ApiError>>>,
}

impl AccessTokens {
    /// Returns the token of an account. Signs in if there is none or it is the `stale` one. Calls that wait while
    /// another one signs in get its result.
    ///
    /// # Errors
    /// Those of signing in.
    pub async fn get(
        &self,
        account: &TextlineAccount,
        stale: Option<&SecretString>,
        sign_in: impl Future<Output = Result<SecretString, ApiError>> + Send,
    ) -> Result<SecretString, ApiError> {
        let slot = self.slot(account);
        let before = slot.sign_ins.load(Ordering::Acquire);
        let mut last = slot.last.lock().await;
        match last.as_ref() {
            Some(Ok(token)) if stale.is_none_or(|stale| !is_same(stale, token)) => return Ok(token.clone()),
            Some(Err(error)) if slot.sign_ins.load(Ordering::Acquire) != before => return Err(error.clone()),
            _ => {}
        }
        let result = sign_in.await;
        slot.sign_ins.fetch_add(1, Ordering::Release);
        *last = Some(result.clone());
        result
    }

    fn slot(&self, account: &TextlineAccount) -> Arc<Slot> {
        let TextlineAccount { email, password, api_key } = account;
        let key = hex::encode(Sha256::digest(format!("{email}\0{password}\0{api_key}")));
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.len() >= MAX_ACCOUNTS && !slots.contains_key(&key) {
            slots.clear();
        }
        slots.entry(key).or_default().clone()
    }
}

fn is_same(a: &SecretString, b: &SecretString) -> bool {
    a.expose_secret() == b.expose_secret()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_token_is_kept_until_it_is_stale() {
        let tokens = AccessTokens::default();
        let account =
            TextlineAccount { email: "bot@homes.example".into(), password: "a".into(), api_key: "b".into() };
        let gives = |token: &'static str| async move { Ok(SecretString::from(token.to_owned())) };
        let text =
            |token: Result<SecretString, ApiError>| token.map(|token| token.expose_secret().to_owned());
        let first = tokens.get(&account, None, gives("first")).await.expect("a token");
        assert_eq!(first.expose_secret(), "first");
        assert_eq!(text(tokens.get(&account, None, gives("second")).await), Ok("first".to_owned()));
        assert_eq!(text(tokens.get(&account, Some(&first), gives("second")).await), Ok("second".to_owned()));
        // Another call had the stale token as well.
        assert_eq!(text(tokens.get(&account, Some(&first), gives("third")).await), Ok("second".to_owned()));
        let other = TextlineAccount { password: "c".into(), ..account };
        assert_eq!(text(tokens.get(&other, None, gives("other")).await), Ok("other".to_owned()));
        let fails = async { Err(ApiError::Busy(None)) };
        let changed = TextlineAccount { password: "d".into(), ..other };
        assert_eq!(text(tokens.get(&changed, None, fails).await), Err(ApiError::Busy(None)));
        assert_eq!(text(tokens.get(&changed, None, gives("later")).await), Ok("later".to_owned()));
    }
}
