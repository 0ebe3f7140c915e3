//! Conversion of companies between the model and the contract.
use contract::{options::DashboardOption, v1};
use platform::{Fault, UpdateMask};

use super::model::{BusinessHours, Company, CompanyChange, Customizations, Replacement};

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
        blast_daily_limit: i32::try_from(company.blast_daily_limit).unwrap_or(i32::MAX),
        segment_price_micros: company.segment_price_micros,
        picture_price_micros: company.picture_price_micros,
        blast_segments_per_second: i32::try_from(company.blast_segments_per_second).unwrap_or(i32::MAX),
        brand_daily_segments: i32::try_from(company.brand_daily_segments).unwrap_or(i32::MAX),
        monthly_token_allowance: i32::try_from(company.monthly_token_allowance).unwrap_or(i32::MAX),
    }
}

fn customizations(customizations: &Customizations) -> v1::Customizations {
    let hours = |span: &BusinessHours| v1::BusinessHours {
        day: span.day,
        opens: span.opens.clone(),
        closes: span.closes.clone(),
    };
    let replacement = |pair: &Replacement| v1::Replacement {
        original_text: pair.original_text.clone(),
        new_text: pair.new_text.clone(),
    };
    v1::Customizations {
        header: customizations.header.clone(),
        signature: customizations.signature.clone(),
        business_hours: customizations.business_hours.iter().map(hours).collect(),
        default_verbiage: customizations.default_verbiage.iter().map(replacement).collect(),
        blast_approval_above: customizations.blast_approval_above,
        sends_email_replies: customizations.sends_email_replies,
    }
}

/// Converts customizations; unset means empty.
pub fn customizations_from(request: Option<v1::Customizations>) -> Customizations {
    let request = request.unwrap_or_default();
    let hours =
        |span: v1::BusinessHours| BusinessHours { day: span.day, opens: span.opens, closes: span.closes };
    let replacement =
        |pair: v1::Replacement| Replacement { original_text: pair.original_text, new_text: pair.new_text };
    Customizations {
        header: request.header,
        signature: request.signature,
        business_hours: request.business_hours.into_iter().map(hours).collect(),
        default_verbiage: request.default_verbiage.into_iter().map(replacement).collect(),
        blast_approval_above: request.blast_approval_above,
        sends_email_replies: request.sends_email_replies,
    }
}

/// Returns the name and the initial settings of a new company.
pub fn new_company(request: v1::CreateCompanyRequest) -> (String, CompanyChange) {
    let change = CompanyChange {
        v3_enabled: request.textline_webhook_v3_enabled,
        dashboard_options: Some(options(&request.dashboard_options)),
        software: Some(request.software),
        software_documents: Some(request.software_documents),
        pricing_model: Some(request.pricing_model),
        ..CompanyChange::default()
    };
    (request.name, change)
}

/// Converts a change of a company.
///
/// # Errors
/// `INVALID_ARGUMENT` if the update mask empties the name or names no field.
pub fn company_change(request: v1::UpdateCompanyRequest) -> Result<CompanyChange, Fault> {
    let mask = UpdateMask::new(&request, request.update_mask.as_ref())?;
    let limit = |field: &str, value: Option<i32>| mask.value(field, value);
    Ok(CompanyChange {
        name: mask.required("name", request.name)?,
        v3_enabled: mask.value("textline_webhook_v3_enabled", request.textline_webhook_v3_enabled),
        dashboard_options: mask.list("dashboard_options", options(&request.dashboard_options)),
        software: mask.value("software", request.software),
        software_documents: mask.value("software_documents", request.software_documents),
        credential_name: mask.value("credential_name", request.credential_name),
        pricing_model: mask.value("pricing_model", request.pricing_model),
        chatwoot_inbox_id: mask.value("chatwoot_inbox_id", request.chatwoot_inbox_id),
        blast_daily_limit: limit("blast_daily_limit", request.blast_daily_limit),
        segment_price_micros: mask.value("segment_price_micros", request.segment_price_micros),
        picture_price_micros: mask.value("picture_price_micros", request.picture_price_micros),
        blast_segments_per_second: limit("blast_segments_per_second", request.blast_segments_per_second),
        brand_daily_segments: limit("brand_daily_segments", request.brand_daily_segments),
        monthly_token_allowance: limit("monthly_token_allowance", request.monthly_token_allowance),
    })
}

/// Returns the distinct names of options without the contract's prefix.
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

/// Returns the number of a software by its name without the contract's prefix; 0 if unknown.
#[must_use]
pub fn software_named(name: &str) -> i32 {
    v1::Software::from_str_name(&format!("SOFTWARE_{name}")).unwrap_or_default().into()
}

/// Returns the number of a pricing model by its name without the contract's prefix; 0 if unknown.
#[must_use]
pub fn pricing_named(name: &str) -> i32 {
    v1::PricingModel::from_str_name(&format!("PRICING_MODEL_{name}")).unwrap_or_default().into()
}
