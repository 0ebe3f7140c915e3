//! The contract: messages, services and descriptors, all generated from `proto/`.
//!
//! This crate makes no decisions. The crates that use it interpret the options.
use std::sync::LazyLock;

use prost_reflect::{DescriptorPool, DynamicMessage, ExtensionDescriptor, ReflectMessage};

pub mod codec;
pub mod email_address;
pub mod resource_types;
pub mod size;
mod wire_names;

/// Every file of the contract with its imports, options and comments, encoded.
pub const COMMENTED_DESCRIPTORS: &[u8] =
    include_bytes!(concat!(env!("OUT_DIR"), "/commented_contract.binpb"));

/// Descriptors of the contract. They have no comments, which would take several megabytes of memory.
#[allow(clippy::expect_used, reason = "the bytes were made by this crate's build script")]
pub static POOL: LazyLock<DescriptorPool> = LazyLock::new(|| {
    let descriptors: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/contract.binpb"));
    DescriptorPool::decode(descriptors).expect("the build script wrote a descriptor set")
});

#[allow(missing_docs, dead_code, clippy::all, clippy::unwrap_used, rustdoc::all)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/contract.rs"));
}

pub use generated::parlor::{options::v1 as options, v1};

/// Returns an extension of the contract, such as `parlor.options.v1.access`.
///
/// # Panics
/// If the contract has no extension of that name, which only a change to `proto/` can cause.
#[allow(clippy::expect_used, reason = "the name is a constant of the caller")]
pub fn extension(name: &str) -> ExtensionDescriptor {
    POOL.get_extension_by_name(name).expect("the contract declares the extension")
}

/// Returns the message that `options` has for `extension`; `None` if it is not set.
pub fn option<M: ReflectMessage + Default>(
    options: &DynamicMessage,
    extension: &ExtensionDescriptor,
) -> Option<M> {
    options
        .has_extension(extension)
        .then(|| options.get_extension(extension).as_message().and_then(|m| m.transcode_to().ok()))
        .flatten()
}
