//! Conversion of the settings of web chats between the model and the contract.
use contract::v1;

use super::model::{SiteChange, WebChatSite};

pub fn site(site: &WebChatSite) -> v1::WebChatSite {
    v1::WebChatSite {
        community_id: site.community_id.to_string(),
        community_label: site.community_label(),
        key: site.key.clone(),
        is_enabled: site.is_enabled,
        title: site.title.clone(),
        greeting: site.greeting.clone(),
        color: site.color.clone(),
        is_on_left: site.is_on_left,
        is_office_hours_only: site.is_office_hours_only,
        allowed_origins: site.allowed_origins.list.clone(),
        version: i32::try_from(site.version).unwrap_or(i32::MAX),
        signing_secret_created_at: site.signing_secret_ms.map(Into::into),
    }
}

pub fn change(request: v1::UpdateWebChatSiteRequest) -> SiteChange {
    SiteChange {
        is_enabled: request.is_enabled,
        title: request.title,
        greeting: request.greeting,
        color: request.color,
        is_on_left: request.is_on_left,
        is_office_hours_only: request.is_office_hours_only,
        allowed_origins: request.allowed_origins.map(|allowed| allowed.origins),
    }
}
