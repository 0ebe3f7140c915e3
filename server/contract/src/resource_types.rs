//! The type of resource that an ID field refers to.
use prost_reflect::{FieldDescriptor, MethodDescriptor};

use crate::{extension, options::ResourceType};

/// Returns the type of resource that a field refers to; `None` for a field that holds no ID.
#[must_use]
pub fn resource_type_of(field: &FieldDescriptor) -> Option<ResourceType> {
    let number = field.options().get_extension(&extension("parlor.options.v1.id_of")).as_enum_number()?;
    ResourceType::try_from(number).ok().filter(|resource_type| *resource_type != ResourceType::Unspecified)
}

/// Returns whether every resource of this type is a community or belongs to exactly one.
///
/// False for answers: an answer belongs to a community or to a company, and every request that names one also
/// names its owner.
#[must_use]
pub const fn is_in_community(resource_type: ResourceType) -> bool {
    match resource_type {
        ResourceType::Community
        | ResourceType::Conversation
        | ResourceType::Message
        | ResourceType::MessagePhoto
        | ResourceType::Escalation
        | ResourceType::Note
        | ResourceType::TestCase
        | ResourceType::HomeownerAccount
        | ResourceType::ServiceRequest
        | ResourceType::ServiceRequestPhoto
        | ResourceType::ServiceRequestDocument
        | ResourceType::WorkOrder
        | ResourceType::Mailbox
        | ResourceType::EmailThread
        | ResourceType::EmailMessage
        | ResourceType::WebChat
        | ResourceType::WebChatMessage
        | ResourceType::WebChatPhoto => true,
        ResourceType::Unspecified
        | ResourceType::Company
        | ResourceType::User
        | ResourceType::Answer
        | ResourceType::Session
        | ResourceType::CommunityRequest
        | ResourceType::Partner
        | ResourceType::Grant
        | ResourceType::ShortLink
        | ResourceType::Mail
        | ResourceType::AuditEntry
        | ResourceType::Job
        | ResourceType::Blast
        | ResourceType::Audience
        | ResourceType::BlastTemplate
        | ResourceType::CannedReply
        | ResourceType::Macro
        | ResourceType::RoutingRule
        | ResourceType::SavedView
        | ResourceType::Draft => false,
    }
}

/// Returns whether a request of a method names a resource of exactly one community, by an ID in a field that is not
/// a list. A list of IDs may name several communities.
#[must_use]
pub fn names_community(method: &MethodDescriptor) -> bool {
    method
        .input()
        .fields()
        .any(|field| !field.is_list() && resource_type_of(&field).is_some_and(is_in_community))
}
