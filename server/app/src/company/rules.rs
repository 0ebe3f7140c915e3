//! What a company may be called, and how it may present itself.
use platform::Fault;

use super::model::{Change, Company, Customizations, Hours, name_key, one_line};
use crate::texting;

/// The fewest and the most characters of a name.
const NAME: std::ops::RangeInclusive<usize> = 2..=120;

/// Refuses a name that is none.
pub fn named(name: &str) -> Result<String, Fault> {
    let name = one_line(name);
    if NAME.contains(&name.chars().count()) {
        Ok(name)
    } else {
        Err(Fault::field("name", "A company's name has 2 to 120 characters."))
    }
}

/// The refusal of a name that another company has.
pub fn name_taken() -> Fault {
    Fault::exists("COMPANY_EXISTS", "There is a company of that name already. Give this one another name.")
}

/// A company after a change, and what has changed in it.
pub fn changed(before: &Company, change: Change) -> Result<(Company, Vec<&'static str>), Fault> {
    let mut after = before.clone();
    if let Some(name) = change.name {
        after.name = named(&name)?;
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
    let differs = [
        ("name", before.name != after.name),
        ("texting on v3", before.v3_enabled != after.v3_enabled),
        ("features", before.dashboard_options != after.dashboard_options),
        ("software", before.software != after.software),
        ("software for documents", before.software_documents != after.software_documents),
        ("credential name", before.credential_name != after.credential_name),
        ("pricing model", before.pricing_model != after.pricing_model),
        ("Chatwoot inbox", before.chatwoot_inbox_id != after.chatwoot_inbox_id),
    ];
    let differs = differs.into_iter().filter_map(|(what, differs)| differs.then_some(what)).collect();
    Ok((after, differs))
}

/// How a company presents itself, in one line each and refused where it contradicts itself.
pub fn presented(asked: Customizations) -> Result<Customizations, Fault> {
    let mut shown =
        Customizations { header: one_line(&asked.header), signature: one_line(&asked.signature), ..asked };
    open_hours(&shown.business_hours)?;
    for replacement in &mut shown.default_verbiage {
        replacement.original_text = one_line(&replacement.original_text);
        replacement.new_text = replacement.new_text.trim().to_owned();
        for text in [&replacement.original_text, &replacement.new_text] {
            texting::nameless("customizations.defaultVerbiage", text)?;
        }
    }
    let mut originals: Vec<String> =
        shown.default_verbiage.iter().map(|r| name_key(&r.original_text)).collect();
    if originals.iter().any(String::is_empty) {
        return Err(Fault::field("customizations.defaultVerbiage", "Say which words are to be replaced."));
    }
    originals.sort_unstable();
    if let Some(twice) = originals.windows(2).find(|two| two[0] == two[1]) {
        let twice = &twice[0];
        let words = format!("\"{twice}\" is there twice. Say once what the bot says instead.");
        return Err(Fault::field("customizations.defaultVerbiage", words));
    }
    Ok(shown)
}

/// Refuses hours that end before they begin, or twice the same hour of a day.
fn open_hours(hours: &[Hours]) -> Result<(), Fault> {
    let refused = |words: String| Err(Fault::field("customizations.businessHours", words));
    let mut spans: Vec<&Hours> = hours.iter().collect();
    spans.sort_by_key(|span| (span.day, &span.opens));
    for span in &spans {
        let Hours { day, opens, closes } = span;
        if !(1..=7).contains(day) {
            return refused("Say for which day these hours are.".to_owned());
        }
        if !is_time(opens) || !is_time(closes) {
            return refused("Give times as 09:00 on a clock of 24 hours.".to_owned());
        }
        // Times of five characters are in order as text.
        if closes <= opens {
            return refused(format!("The office cannot close at {closes} when it opens at {opens}."));
        }
    }
    for two in spans.windows(2) {
        if two[0].day == two[1].day && two[1].opens < two[0].closes {
            let (opens, closes) = (&two[1].opens, &two[0].closes);
            return refused(format!("Two spans of one day overlap: one opens at {opens}, before {closes}."));
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
        let span = |&(day, opens, closes): &(i32, &str, &str)| Hours {
            day,
            opens: opens.to_owned(),
            closes: closes.to_owned(),
        };
        presented(Customizations {
            business_hours: spans.iter().map(span).collect(),
            ..Customizations::default()
        })
    }

    fn verbiage(originals: &[&str]) -> Result<Customizations, Fault> {
        let replacement =
            |text: &&str| Replacement { original_text: (*text).to_owned(), new_text: String::new() };
        let default_verbiage = originals.iter().map(replacement).collect();
        presented(Customizations { default_verbiage, ..Customizations::default() })
    }

    #[test]
    fn words_that_are_never_filled_in_are_refused() {
        assert!(verbiage(&["{gate}"]).is_ok() && verbiage(&["your {balance}"]).is_err());
    }

    #[test]
    fn hours_may_touch_and_lie_on_other_days() {
        assert!(open(&[(1, "13:00", "17:00"), (1, "09:00", "13:00"), (2, "09:00", "23:59")]).is_ok());
    }

    #[test]
    fn hours_that_contradict_themselves_are_refused() {
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
    fn a_phrase_is_replaced_once_whatever_its_case() {
        assert!(verbiage(&["board", "owner"]).is_ok());
        assert!(verbiage(&["Board", " board "]).is_err());
        assert!(verbiage(&[" "]).is_err());
    }
}
