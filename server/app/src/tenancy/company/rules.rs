//! Validation and changes of companies.
use platform::{ErrorReason, Fault, sms, text::one_line};

use super::model::{BusinessHours, Company, CompanyChange, Customizations, name_key};

/// The allowed length of a name, in characters.
const NAME_LENGTH: std::ops::RangeInclusive<usize> = 2..=120;
/// The name of the option for web chats.
const WEB_CHAT: &str = "WEBCHAT";

/// Normalizes a name.
///
/// # Errors
/// `INVALID_ARGUMENT` if it does not have 2 to 120 characters.
pub fn parse_name(name: &str) -> Result<String, Fault> {
    let name = one_line(name);
    if NAME_LENGTH.contains(&name.chars().count()) {
        Ok(name)
    } else {
        Err(Fault::field("name", "A company's name has 2 to 120 characters."))
    }
}

/// Whether the communities of a company may have web chats: the company has the option, or runs the platform.
pub fn may_web_chat(company: &Company, main_company: Option<&str>) -> bool {
    let has_option = company.dashboard_options.iter().any(|name| name == WEB_CHAT);
    has_option || main_company == Some(company.id.as_str())
}

/// Returns the error for a name that is in use.
pub fn name_taken() -> Fault {
    Fault::exists(
        ErrorReason::CompanyExists,
        "There is already a company with this name. Choose another name.",
    )
}

/// Applies a change and returns the names of the changed fields.
///
/// # Errors
/// `INVALID_ARGUMENT` on the name.
pub fn apply_change(before: &Company, change: CompanyChange) -> Result<(Company, Vec<&'static str>), Fault> {
    let mut after = before.clone();
    if let Some(name) = change.name {
        after.name = parse_name(&name)?;
    }
    if let Some(on) = change.v3_enabled {
        after.v3_enabled = Some(on);
    }
    if let Some(options) = change.dashboard_options {
        after.dashboard_options = options;
    }
    if let Some(software) = change.software {
        after.software = software;
    }
    if let Some(software) = change.software_documents {
        after.software_documents = software;
    }
    if let Some(name) = change.credential_name {
        after.credential_name = one_line(&name);
    }
    if let Some(model) = change.pricing_model {
        after.pricing_model = model;
    }
    if let Some(inbox) = change.chatwoot_inbox_id {
        after.chatwoot_inbox_id = one_line(&inbox);
    }
    if let Some(limit) = change.blast_daily_limit {
        after.blast_daily_limit = limit.into();
    }
    if let Some(rate) = change.blast_segments_per_second {
        after.blast_segments_per_second = rate.into();
    }
    if let Some(limit) = change.brand_daily_segments {
        after.brand_daily_segments = limit.into();
    }
    if let Some(allowance) = change.monthly_token_allowance {
        after.monthly_token_allowance = allowance.into();
    }
    if let Some(price) = change.segment_price_micros {
        after.segment_price_micros = price;
    }
    if let Some(price) = change.picture_price_micros {
        after.picture_price_micros = price;
    }
    let changes = changed_fields(before, &after);
    Ok((after, changes))
}

/// Returns the names of the fields in which companies differ.
fn changed_fields(before: &Company, after: &Company) -> Vec<&'static str> {
    let changes = [
        ("name", before.name != after.name),
        ("texting on v3", before.v3_enabled != after.v3_enabled),
        ("features", before.dashboard_options != after.dashboard_options),
        ("software", before.software != after.software),
        ("software for documents", before.software_documents != after.software_documents),
        ("credential name", before.credential_name != after.credential_name),
        ("pricing model", before.pricing_model != after.pricing_model),
        ("Chatwoot inbox", before.chatwoot_inbox_id != after.chatwoot_inbox_id),
        ("daily limit of text blasts", before.blast_daily_limit != after.blast_daily_limit),
        ("rate of text blasts", before.blast_segments_per_second != after.blast_segments_per_second),
        ("daily segments of the brand", before.brand_daily_segments != after.brand_daily_segments),
        ("token allowance", before.monthly_token_allowance != after.monthly_token_allowance),
        ("price of a text segment", before.segment_price_micros != after.segment_price_micros),
        ("price of an MMS", before.picture_price_micros != after.picture_price_micros),
    ];
    changes.into_iter().filter_map(|(what, changes)| changes.then_some(what)).collect()
}

/// Normalizes and validates customizations.
///
/// # Errors
/// `INVALID_ARGUMENT` for invalid or overlapping hours, and for empty or repeated replacements.
pub fn check_customizations(request: Customizations) -> Result<Customizations, Fault> {
    let mut customizations = Customizations {
        header: one_line(&request.header),
        signature: one_line(&request.signature),
        ..request
    };
    check_business_hours(&customizations.business_hours)?;
    for replacement in &mut customizations.default_verbiage {
        replacement.original_text = one_line(&replacement.original_text);
        replacement.new_text = replacement.new_text.trim().to_owned();
        for text in [&replacement.original_text, &replacement.new_text] {
            sms::refuse_account_fields("customizations.defaultVerbiage", text)?;
        }
    }
    let mut originals: Vec<String> =
        customizations.default_verbiage.iter().map(|r| name_key(&r.original_text)).collect();
    if originals.iter().any(String::is_empty) {
        return Err(Fault::field("customizations.defaultVerbiage", "Enter the words to replace."));
    }
    originals.sort_unstable();
    if let Some(twice) = originals.windows(2).find(|two| two[0] == two[1]) {
        let twice = &twice[0];
        let words = format!("\"{twice}\" is there twice. Say once what the bot says instead.");
        return Err(Fault::field("customizations.defaultVerbiage", words));
    }
    Ok(customizations)
}

/// Checks that intervals are valid times and do not overlap.
fn check_business_hours(hours: &[BusinessHours]) -> Result<(), Fault> {
    let refused = |words: String| Err(Fault::field("customizations.businessHours", words));
    let mut spans: Vec<&BusinessHours> = hours.iter().collect();
    spans.sort_by_key(|span| (span.day, &span.opens));
    for span in &spans {
        let BusinessHours { day, opens, closes } = span;
        if !(1..=7).contains(day) {
            return refused("Choose a day for these hours.".to_owned());
        }
        if !is_time(opens) || !is_time(closes) {
            return refused("Enter times as 09:00, on a 24-hour clock.".to_owned());
        }
        // Times of five characters sort as text.
        if closes <= opens {
            return refused(format!("The office can't close at {closes} if it opens at {opens}."));
        }
    }
    for two in spans.windows(2) {
        if two[0].day == two[1].day && two[1].opens < two[0].closes {
            let (opens, closes) = (&two[1].opens, &two[0].closes);
            return refused(format!(
                "Hours on the same day overlap: one interval opens at {opens}, before {closes}."
            ));
        }
    }
    Ok(())
}

fn is_time(text: &str) -> bool {
    let number = |part: &str, below: u32| {
        part.len() == 2
            && part.bytes().all(|b| b.is_ascii_digit())
            && part.parse::<u32>().is_ok_and(|n| n < below)
    };
    text.split_once(':').is_some_and(|(hour, minute)| number(hour, 24) && number(minute, 60))
}

#[cfg(test)]
mod tests {
    use super::{super::model::Replacement, *};

    fn open(spans: &[(i32, &str, &str)]) -> Result<Customizations, Fault> {
        let span = |&(day, opens, closes): &(i32, &str, &str)| BusinessHours {
            day,
            opens: opens.to_owned(),
            closes: closes.to_owned(),
        };
        check_customizations(Customizations {
            business_hours: spans.iter().map(span).collect(),
            ..Customizations::default()
        })
    }

    fn verbiage(originals: &[&str]) -> Result<Customizations, Fault> {
        let replacement =
            |text: &&str| Replacement { original_text: (*text).to_owned(), new_text: String::new() };
        let default_verbiage = originals.iter().map(replacement).collect();
        check_customizations(Customizations { default_verbiage, ..Customizations::default() })
    }

    #[test]
    fn replacements_with_account_placeholders_are_refused() {
        assert!(verbiage(&["{gate}"]).is_ok() && verbiage(&["your {balance}"]).is_err());
    }

    #[test]
    fn adjacent_hours_and_hours_on_different_days_are_accepted() {
        assert!(open(&[(1, "13:00", "17:00"), (1, "09:00", "13:00"), (2, "09:00", "23:59")]).is_ok());
    }

    #[test]
    fn invalid_and_overlapping_hours_are_refused() {
        for bad in [
            [(1, "09:00", "09:00")].as_slice(),
            &[(1, "17:00", "09:00")],
            &[(1, "12:00", "15:00"), (1, "09:00", "12:01")],
            &[(0, "09:00", "17:00")],
            &[(8, "09:00", "17:00")],
            &[(1, "9:00", "17:00")],
            &[(1, "09:00", "24:00")],
            &[(1, "", "17:00")],
        ] {
            assert!(open(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn replacement_originals_are_unique_ignoring_case() {
        assert!(verbiage(&["board", "owner"]).is_ok());
        assert!(verbiage(&["Board", " board "]).is_err());
        assert!(verbiage(&[" "]).is_err());
    }
}
