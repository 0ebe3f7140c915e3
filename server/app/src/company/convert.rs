//! Companies in the contract's words.
use contract::{options::DashboardOption, v1};

use super::model::{Change, Company, Customizations, Hours, Replacement};

const OPTION: &str = "DASHBOARD_OPTION_";

pub fn company(company: &Company) -> v1::Company {
    let option = |name: &String| DashboardOption::from_str_name(&format!("{OPTION}{name}"));
    v1::Company {
        id: company.id.to_string(),
        name: company.name.clone(),
        label: company.label.clone(),
        textline_webhook_v3_enabled: company.v3_enabled,
        dashboard_options: company.dashboard_options.iter().filter_map(option).map(Into::into).collect(),
        software: company.software,
        software_documents: company.software_documents,
        credential_name: company.credential_name.clone(),
        pricing_model: company.pricing_model,
        chatwoot_inbox_id: company.chatwoot_inbox_id.clone(),
        customizations: Some(customizations(&company.customizations)),
    }
}

fn customizations(shown: &Customizations) -> v1::Customizations {
    let hours = |span: &Hours| v1::BusinessHours {
        day: span.day,
        opens: span.opens.clone(),
        closes: span.closes.clone(),
    };
    let replacement = |said: &Replacement| v1::Replacement {
        original_text: said.original_text.clone(),
        new_text: said.new_text.clone(),
    };
    v1::Customizations {
        header: shown.header.clone(),
        signature: shown.signature.clone(),
        business_hours: shown.business_hours.iter().map(hours).collect(),
        default_verbiage: shown.default_verbiage.iter().map(replacement).collect(),
    }
}

/// How a company wants to present itself; nothing said is nothing set.
pub fn presentation(asked: Option<v1::Customizations>) -> Customizations {
    let asked = asked.unwrap_or_default();
    let hours = |span: v1::BusinessHours| Hours { day: span.day, opens: span.opens, closes: span.closes };
    let replacement =
        |said: v1::Replacement| Replacement { original_text: said.original_text, new_text: said.new_text };
    Customizations {
        header: asked.header,
        signature: asked.signature,
        business_hours: asked.business_hours.into_iter().map(hours).collect(),
        default_verbiage: asked.default_verbiage.into_iter().map(replacement).collect(),
    }
}

/// The name of a new company, and what it has from the beginning.
pub fn beginning(asked: v1::CreateCompanyRequest) -> (String, Change) {
    let change = Change {
        v3_enabled: asked.textline_webhook_v3_enabled,
        dashboard_options: Some(options(&asked.dashboard_options)),
        software: Some(asked.software),
        software_documents: Some(asked.software_documents),
        pricing_model: Some(asked.pricing_model),
        ..Change::default()
    };
    (asked.name, change)
}

pub fn change(asked: v1::UpdateCompanyRequest) -> Change {
    let dashboard_options = match (asked.clear_dashboard_options, options(&asked.dashboard_options)) {
        (false, named) if named.is_empty() => None,
        (_, named) => Some(named),
    };
    Change {
        name: asked.name,
        v3_enabled: asked.textline_webhook_v3_enabled,
        dashboard_options,
        software: asked.software,
        software_documents: asked.software_documents,
        credential_name: asked.credential_name,
        pricing_model: asked.pricing_model,
        chatwoot_inbox_id: asked.chatwoot_inbox_id,
    }
}

/// The names of options, each once and without the contract's prefix.
fn options(numbers: &[i32]) -> Vec<String> {
    let mut names = Vec::new();
    for number in numbers {
        let name = match DashboardOption::try_from(*number) {
            Ok(DashboardOption::Unspecified) | Err(_) => continue,
            Ok(option) => option.as_str_name().trim_start_matches(OPTION).to_owned(),
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The number of a software that is named without the contract's prefix; 0 for none.
#[must_use]
pub fn software_named(name: &str) -> i32 {
    v1::Software::from_str_name(&format!("SOFTWARE_{name}")).unwrap_or_default().into()
}

/// The number of a pricing model that is named without the contract's prefix; 0 for none.
#[must_use]
pub fn pricing_named(name: &str) -> i32 {
    v1::PricingModel::from_str_name(&format!("PRICING_MODEL_{name}")).unwrap_or_default().into()
}
