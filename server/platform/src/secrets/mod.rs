//! Secrets of companies, such as credentials for other systems.
//!
//! A secret is bound to its company and its name: copied to another row, it cannot be decrypted.
//! Secrets are never logged, and no call returns one.
//!
//! The row of a secret contains the encrypted value, or the encrypted name of a parameter of an outside
//! [`ParameterStore`] that has the value. A parameter is written once, before the transaction that refers to it, and
//! is never changed. [`DeleteParameter`] deletes it once no row refers to it.
mod delete_parameter;
mod parameters;
mod reseal;
mod secret_store;
mod store;

pub use delete_parameter::DeleteParameter;
pub use parameters::ParameterStore;
pub use reseal::reseal;
pub use secret_store::{PreparedSecret, SECRET_MISSING, SecretState, SecretStore, retryable};

/// Returns the name of the secret that holds a client credential.
#[must_use]
pub fn credential(name: &str) -> String {
    format!("credential/{name}")
}
