//! Opaque ids: texts that sort by their time of creation, with a type for each kind of entity.
use std::sync::Mutex;

use rand::{RngCore, SeedableRng, rngs::StdRng};

use crate::Timestamp;

/// Declares id types: distinct newtypes of a text, so that ids of different entities cannot be mixed up.
#[macro_export]
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, sqlx::Type)]
        #[derive(serde::Serialize, serde::Deserialize)]
        #[sqlx(transparent)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            /// Returns the id as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<&str> for $name {
            fn from(id: &str) -> Self {
                Self(id.to_owned())
            }
        }

        impl From<String> for $name {
            fn from(id: String) -> Self {
                Self(id)
            }
        }
    )*};
}

ids! {
    /// A company.
    CompanyId;
    /// A member of staff.
    UserId;
    /// A text community.
    CommunityId;
    /// A session.
    SessionId;
    /// A conversation.
    ConversationId;
    /// A message.
    MessageId;
}

/// The company id of rows that belong to the platform itself, such as its jobs. No company has this id.
pub const PLATFORM: &str = "platform";

const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Generates ids and secrets. Ids of one process ascend, so rows that are created together stay in order.
pub struct Ids(Mutex<State>);

struct State {
    rng: StdRng,
    last: u128,
}

impl Ids {
    /// Returns a generator that is seeded with the operating system's entropy.
    #[must_use]
    pub fn from_entropy() -> Self {
        Self::from(StdRng::from_os_rng())
    }

    /// Returns a generator with a fixed seed, for data that must be the same each time.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        Self::from(StdRng::seed_from_u64(seed))
    }

    fn from(rng: StdRng) -> Self {
        Self(Mutex::new(State { rng, last: 0 }))
    }

    /// Returns a new id of 26 characters: 48 bits of time in milliseconds and 80 random bits. It is always greater
    /// than the previous one.
    pub fn next<T: From<String>>(&self, now: Timestamp) -> T {
        let mut state = self.lock();
        let mut bytes = [0; 16];
        state.rng.fill_bytes(&mut bytes);
        let time = u128::from(u64::try_from(now.0).unwrap_or(0)) << 80;
        let fresh = time | (u128::from_be_bytes(bytes) >> 48);
        // Within a millisecond, or if the clock steps back, the id is the last one plus 1.
        state.last = if fresh > state.last { fresh } else { state.last + 1 };
        let value = state.last;
        let digits = (0..26).rev().map(|i| ALPHABET[((value >> (i * 5)) & 31) as usize] as char);
        T::from(digits.collect())
    }

    /// Returns a secret of 256 random bits, as 64 hexadecimal characters.
    pub fn secret(&self) -> String {
        let mut bytes = [0; 32];
        self.lock().rng.fill_bytes(&mut bytes);
        hex::encode(bytes)
    }

    /// Returns a random number below `bound`, or 0 if `bound` is 0.
    pub fn below(&self, bound: u64) -> u64 {
        self.lock().rng.next_u64().checked_rem(bound).unwrap_or(0)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Returns when an id of [`Ids::next`] was created, to the millisecond; `None` for any other text.
#[must_use]
pub fn made_at(id: &str) -> Option<Timestamp> {
    let digits = id.bytes().map(|digit| ALPHABET.iter().position(|&one| one == digit));
    let value = digits.take(26).try_fold(0_u128, |value, digit| Some((value << 5) | digit? as u128))?;
    (id.len() == 26).then_some(())?;
    i64::try_from(value >> 80).ok().map(Timestamp)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_ascend_even_when_the_clock_steps_back() {
        let ids = Ids::from_seed(1);
        let generated: Vec<String> = [5_000, 5_000, 4_000, 6_000].map(|t| ids.next(Timestamp(t))).to_vec();
        let mut sorted = generated.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(generated, sorted);
        assert!(generated.iter().all(|id| id.len() == 26));
        assert_eq!(made_at(&generated[0]), Some(Timestamp(5_000)));
        assert_eq!((made_at("job-1"), made_at(&"u".repeat(26))), (None, None));
    }
}
