//! Converts the content of the demo's files to stored entities.
use platform::{
    Fault, Scope, Timestamp,
    ids::{CommunityId, UserId},
    phone::Phone,
};

use super::{Account, Community, Company, Person, Request, UnownedCommunity};
use crate::{
    identity::session::Staff,
    residents::homeowner,
    tenancy::{
        community::{self, Addresses},
        community_admin::{CommunityRequest, CommunityRequestId},
        company,
    },
};

impl Company {
    pub fn stored(&self, now: Timestamp) -> company::Company {
        let mut company = company::Company {
            v3_enabled: self.v3,
            dashboard_options: self.options.clone(),
            software: company::software_named(&self.software),
            software_documents: company::software_named(&self.software_documents),
            pricing_model: company::pricing_named(&self.pricing_model),
            chatwoot_inbox_id: self.chatwoot_inbox_id.clone(),
            customizations: self.customizations.clone(),
            ..company::Company::new(self.id.clone().into(), &self.name, now)
        };
        company.set_label(&self.label);
        company
    }
}

impl Person {
    pub fn stored(&self, scope: &Scope, password_hash: String, now: Timestamp) -> Staff {
        Staff {
            company_id: scope.company().clone(),
            id: UserId(self.id.clone()),
            email: self.email.clone(),
            password_hash,
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            job_title: self.job_title.clone(),
            parlor_role: self.parlor_role.clone(),
            phone: self.phone.clone(),
            text_plan: if self.text_plan == "PARLOR_PLUS" { 1 } else { 2 },
            restricted_view: self.restricted,
            preferred_vendors: self.vendors.iter().map(|vendor| vendor.name.clone()).collect(),
            vendor_contacts: self.vendors.clone(),
            active: true,
            created_ms: now,
            header_image: None,
        }
    }
}

impl Community {
    pub fn stored(&self, now: Timestamp) -> community::Community {
        let plain = community::Community::new(self.id(), self.tag.clone(), self.time_zone.clone(), now);
        community::Community {
            units: self.units,
            is_training: self.is_training,
            association_codes: self.association_codes.clone(),
            escalation_email: self.escalation_email.clone(),
            secondary_escalation_emails: Addresses(self.secondary_escalation_emails.clone()),
            persona: community::Persona {
                homeowner_auth: match self.homeowner_auth.as_str() {
                    "PHONE_MATCH" => 2,
                    "PHONE_AND_UNIT" => 3,
                    "ONE_TIME_CODE" => 4,
                    _ => plain.persona.homeowner_auth,
                },
                collections_message: self.collections_message.clone(),
                ..plain.persona
            },
            ..plain
        }
    }
}

impl Account {
    /// With its balance as of a day.
    pub fn stored(
        &self,
        community: &CommunityId,
        on: &str,
        now: Timestamp,
    ) -> Result<homeowner::Account, Fault> {
        let id = format!("account-{}", self.number.to_lowercase()).as_str().into();
        let phones = self.phones.iter().map(|phone| Phone::parse("phones", phone));
        let entry = homeowner::Entry {
            number: self.number.clone(),
            unit: self.unit.clone(),
            name: self.name.clone(),
            phones: phones.collect::<Result<_, _>>()?,
            email: self.email.clone(),
            balance_cents: self.balance_cents,
            balance_on: self.balance_cents.map(|_| on.to_owned()).unwrap_or_default(),
            in_collections: self.in_collections,
            building: self.building.clone(),
            kind: homeowner::HomeownerKind::try_from(self.kind).map_err(Fault::internal)?,
            language: self.language.clone(),
            tags: self.tags.clone(),
            do_not_text: self.do_not_text,
        };
        Ok(homeowner::Account { id, community_id: community.clone(), entry, version: 1, updated_ms: now })
    }
}

impl UnownedCommunity {
    pub fn stored(&self, now: Timestamp) -> community::Community {
        let (id, tag) = (self.id.clone().into(), self.tag.clone());
        let plain = community::Community::new(id, tag, self.time_zone.clone(), now);
        community::Community { units: self.units, ..plain }
    }
}

impl Request {
    pub fn stored(&self, id: CommunityRequestId, now: Timestamp) -> CommunityRequest {
        let scope = Scope::of_company(&self.company.as_str().into());
        let by = UserId(self.requested_by.clone());
        CommunityRequest::new(&scope, id, self.community_name.clone(), &self.escalation_email, by, now)
    }
}
