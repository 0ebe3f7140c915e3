//! Conversion of partner credentials between the model and the contract.
use contract::v1;
use platform::scopes::PartnerScope;

use super::model::{NewPartner, Partner};

pub fn partner(partner: &Partner) -> v1::Partner {
    v1::Partner {
        id: partner.id.to_string(),
        name: partner.name.clone(),
        client_id: partner.client_id.clone(),
        scopes: partner.scopes().into_iter().map(Into::into).collect(),
        redirect_uris: partner.redirect_uris.clone(),
        requests_per_minute: partner.requests_per_minute,
        created_by: partner.created_by.clone(),
        created_at: Some(partner.created_ms.into()),
        used_at: partner.used_ms.map(Into::into),
        revoked_at: partner.revoked_ms.map(Into::into),
        is_public: partner.is_public,
    }
}

pub fn new_partner(request: v1::CreatePartnerRequest) -> NewPartner {
    NewPartner {
        name: request.name,
        is_public: request.is_public,
        scopes: scopes(&request.scopes),
        redirect_uris: request.redirect_uris,
        requests_per_minute: request.requests_per_minute,
    }
}

/// Converts scopes; unknown numbers become `Unspecified`.
pub fn scopes(numbers: &[i32]) -> Vec<PartnerScope> {
    numbers.iter().map(|n| PartnerScope::try_from(*n).unwrap_or(PartnerScope::Unspecified)).collect()
}
