//! Conversion of communities between the model and the contract.
use std::{sync::LazyLock, time::Duration};

use contract::{options::AssociationRule, v1};
use platform::Scope;
use prost::Message;

use super::model::{
    Association, Community, CompanySettings, ConfidenceSettings, Persona, PersonaChange, Replacement,
};

/// How long a deleted community can be restored.
const RESTORATION_PERIOD: Duration = Duration::from_secs(30 * 24 * 3600);

/// The software that identifies communities by a code, from the contract's option.
pub static ASSOCIATIONS: LazyLock<Vec<Association>> = LazyLock::new(|| {
    let rule = contract::extension("parlor.options.v1.association");
    let software = contract::POOL.get_enum_by_name("parlor.v1.Software");
    let values = software.iter().flat_map(|software| software.values().collect::<Vec<_>>());
    let known = values.filter_map(|value| {
        let rule: AssociationRule = contract::option(&value.options(), &rule)?;
        let name = value.name().trim_start_matches("SOFTWARE_").to_owned();
        Some(Association { software: value.number(), name, field: rule.field })
    });
    known.collect()
});

/// Converts a community without its answers.
#[must_use]
pub fn community(community: &Community, scope: &Scope) -> v1::TextCommunity {
    let mut text_community = v1::TextCommunity {
        id: community.id.to_string(),
        label: community.label(),
        tag: community.tag.clone(),
        company: vec![scope.company().to_string()],
        number: community.number.clone().unwrap_or_default(),
        carrier: community.carrier.unwrap_or_default(),
        time_zone: community.time_zone.clone(),
        units: community.units,
        is_training: community.is_training,
        custom_verbiage: community.custom_verbiage.iter().map(replacement).collect(),
        escalation_email: community.escalation_email.clone(),
        secondary_escalation_emails: community.secondary_escalation_emails.0.clone(),
        persona: Some(persona(&community.persona)),
        archived_at: community.archived_ms.map(Into::into),
        restorable_until: community.archived_ms.map(|at| at.plus(RESTORATION_PERIOD).into()),
        archived_reason: community.archived_reason.clone(),
        ..Default::default()
    };
    set_codes(&mut text_community, community);
    text_community
}

/// Sets the code field of each software. The contract maps software to fields, so the fields are merged as encoded
/// strings.
fn set_codes(text_community: &mut v1::TextCommunity, community: &Community) {
    static NUMBERS: LazyLock<Vec<(&str, u32)>> = LazyLock::new(|| {
        let descriptor = prost_reflect::ReflectMessage::descriptor(&v1::TextCommunity::default());
        let number = |of: &'static Association| {
            let field = descriptor.get_field_by_json_name(&of.field)?;
            Some((of.name.as_str(), field.number()))
        };
        ASSOCIATIONS.iter().filter_map(number).collect()
    });
    if community.association_codes.is_empty() {
        return;
    }
    let mut wire = Vec::new();
    for (name, number) in NUMBERS.iter() {
        if let Some(code) = community.association_codes.get(*name) {
            prost::encoding::string::encode(*number, code, &mut wire);
        }
    }
    // Strings under the message's own field numbers always decode.
    let _ = text_community.merge(wire.as_slice());
}

/// Returns the details that the dashboard keeps of the selected community.
#[must_use]
pub fn details(
    community: &Community,
    scope: &Scope,
    company_settings: &CompanySettings,
) -> v1::CommunityDetails {
    let association = ASSOCIATIONS.iter().find(|a| a.software == company_settings.software);
    let code = association.and_then(|a| community.association_codes.get(&a.name));
    let software =
        v1::Software::try_from(company_settings.software).ok().filter(|s| *s != v1::Software::Unspecified);
    let software = software.unwrap_or(v1::Software::None).as_str_name();
    v1::CommunityDetails {
        label: community.label(),
        software_name: software.trim_start_matches("SOFTWARE_").to_owned(),
        credential_name: company_settings.credential_name.clone(),
        assoc_code: code.cloned().unwrap_or_default(),
        community_id: community.id.to_string(),
        company_id: scope.company().to_string(),
        custom_verbiage: community.custom_verbiage.iter().map(replacement).collect(),
    }
}

fn persona(persona: &Persona) -> v1::Persona {
    v1::Persona {
        prompt: persona.prompt.clone(),
        temperature: persona.temperature,
        use_emojis: persona.use_emojis,
        bot_waiver: persona.bot_waiver.clone(),
        homeowner_auth: match persona.homeowner_auth {
            0 => v1::HomeownerAuth::None.into(),
            auth => auth,
        },
        collections_message: persona.collections_message.clone(),
        confidence_thresholds: Some(confidence_thresholds(persona.confidence.unwrap_or_default())),
    }
}

fn confidence_thresholds(
    ConfidenceSettings { min_confidence, min_margin }: ConfidenceSettings,
) -> v1::ConfidenceThresholds {
    v1::ConfidenceThresholds { min_confidence, min_margin }
}

fn replacement(pair: &Replacement) -> v1::Replacement {
    v1::Replacement { original_text: pair.original_text.clone(), new_text: pair.new_text.clone() }
}

/// Converts a change of the persona.
#[must_use]
pub fn change(request: v1::UpdatePersonaRequest) -> PersonaChange {
    let original = request.original_text.trim();
    let edit = (!original.is_empty() || !request.new_text.trim().is_empty())
        .then(|| Replacement { original_text: original.to_owned(), new_text: request.new_text.clone() });
    let add =
        |pair: v1::Replacement| Replacement { original_text: pair.original_text, new_text: pair.new_text };
    PersonaChange {
        edit,
        add: request.new_replacement.map(add),
        prompt: request.prompt,
        temperature: request.temperature,
        use_emojis: request.use_emojis,
        bot_waiver: request.bot_waiver,
        homeowner_auth: request.homeowner_auth,
        collections_message: request.collections_message,
        confidence: request.confidence_thresholds.map(
            |v1::ConfidenceThresholds { min_confidence, min_margin }| ConfidenceSettings {
                min_confidence,
                min_margin,
            },
        ),
    }
}
