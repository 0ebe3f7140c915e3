//! What may be changed of a person by whom, and what follows from it.
use platform::{
    Fault, Timestamp,
    ids::{CompanyId, UserId},
    phone::Phone,
};

use super::model::{Change, Draft};
use crate::session::Staff;

/// The account that a draft asks for; `password_hash` is empty for one that is invited.
///
/// # Errors
/// `INVALID_ARGUMENT` on the field that is not right.
pub fn found(
    company_id: CompanyId,
    id: UserId,
    draft: &Draft,
    password_hash: String,
    now: Timestamp,
) -> Result<Staff, Fault> {
    Ok(Staff {
        company_id,
        id,
        email: address(&draft.email),
        password_hash,
        first_name: name("first_name", &draft.first_name)?,
        last_name: name("last_name", &draft.last_name)?,
        job_title: draft.job_title.clone(),
        parlor_role: role(&draft.parlor_role),
        phone: phone(&draft.phone)?,
        text_plan: draft.text_plan,
        restricted_view: draft.restricted_view,
        preferred_vendors: vec![],
        active: true,
        created_ms: now,
        header_image: None,
    })
}

/// The person after a change. Whoever is no administrator changes of themselves what is personal;
/// the rest stays as it was.
///
/// # Errors
/// `INVALID_ARGUMENT` on the field that is not right.
pub fn changed(before: &Staff, change: &Change, by_administrator: bool) -> Result<Staff, Fault> {
    let mut staff = before.clone();
    if let Some(first) = &change.first_name {
        staff.first_name = name("first_name", first)?;
    }
    if let Some(last) = &change.last_name {
        staff.last_name = name("last_name", last)?;
    }
    if let Some(number) = &change.phone {
        staff.phone = phone(number)?;
    }
    if let Some(vendors) = &change.preferred_vendors {
        staff.preferred_vendors = once(vendors.iter().map(|v| v.trim()).filter(|v| !v.is_empty()));
    }
    if !by_administrator {
        return Ok(staff);
    }
    let asked = &change.administrative;
    if let Some(email) = &asked.email {
        staff.email = address(email);
    }
    if let Some(title) = &asked.job_title {
        staff.job_title.clone_from(title);
    }
    if let Some(asked) = &asked.parlor_role {
        staff.parlor_role = role(asked);
    }
    staff.text_plan = asked.text_plan.unwrap_or(staff.text_plan);
    staff.restricted_view = asked.restricted_view.unwrap_or(staff.restricted_view);
    Ok(staff)
}

/// Whether what somebody may do has changed, so that their sessions end.
pub fn may_otherwise(before: &Staff, after: &Staff) -> bool {
    before.is_administrator() != after.is_administrator()
        || before.restricted_view != after.restricted_view
        || before.active != after.active
}

/// Whether the company loses somebody who can sign in and administer it.
pub fn leaves_administration(before: &Staff, after: &Staff) -> bool {
    let can = |staff: &Staff| staff.administers() && staff.active && !staff.is_invited();
    can(before) && !can(after)
}

/// What of a person is different, in plain words; never what it was or is.
pub fn told(before: &Staff, after: &Staff, communities: bool) -> String {
    let parts = [
        ("name", before.name() != after.name()),
        ("phone", before.phone != after.phone),
        ("vendors", before.preferred_vendors != after.preferred_vendors),
        ("e-mail address", before.email != after.email),
        ("job title", before.job_title != after.job_title),
        ("role", before.parlor_role != after.parlor_role),
        ("plan", before.text_plan != after.text_plan),
        ("restricted view", before.restricted_view != after.restricted_view),
        ("communities", communities),
    ];
    let parts: Vec<_> = parts.into_iter().filter_map(|(part, differs)| differs.then_some(part)).collect();
    parts.join(", ")
}

/// A list without what is in it twice, in its order.
pub fn once<'a>(items: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    items.into_iter().filter(|item| seen.insert(*item)).map(str::to_owned).collect()
}

fn address(email: &str) -> String {
    email.trim().to_lowercase()
}

fn name(field: &str, text: &str) -> Result<String, Fault> {
    let text = text.trim();
    if text.is_empty() { Err(Fault::field(field, "Give a name.")) } else { Ok(text.to_owned()) }
}

fn phone(number: &str) -> Result<String, Fault> {
    if number.is_empty() {
        return Ok(String::new());
    }
    Ok(Phone::parse("phone", number)?.as_str().to_owned())
}

fn role(asked: &str) -> String {
    let asked = asked.trim();
    if asked.is_empty() { "manager".to_owned() } else { asked.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::user::model::Administrative;

    fn person() -> Staff {
        let draft = Draft {
            email: "Ann@Example.com ".into(),
            first_name: " Ann ".into(),
            last_name: "Lee".into(),
            job_title: "Leasing".into(),
            parlor_role: "admin".into(),
            phone: String::new(),
            text_plan: 0,
            restricted_view: false,
            communities: vec![],
        };
        found("c".into(), "s".into(), &draft, "hash".into(), Timestamp(0)).expect("a person")
    }

    fn everything() -> Change {
        Change {
            first_name: Some("Anna".into()),
            last_name: Some("Li".into()),
            phone: Some("+12025550142".into()),
            preferred_vendors: Some(vec!["Acme".into(), " Acme".into(), "  ".into(), "Best".into()]),
            administrative: Administrative {
                email: Some("ANNA@example.com".into()),
                job_title: Some("Accounting".into()),
                parlor_role: Some(String::new()),
                text_plan: Some(2),
                restricted_view: Some(true),
                communities: None,
            },
        }
    }

    #[test]
    fn whoever_is_no_administrator_changes_what_is_personal_alone() {
        let after = changed(&person(), &everything(), false).expect("a change");
        assert_eq!(told(&person(), &after, false), "name, phone, vendors");
        assert_eq!(after.preferred_vendors, ["Acme", "Best"]);
        assert!(!may_otherwise(&person(), &after));
    }

    #[test]
    fn an_administrator_changes_all_and_what_is_withdrawn_is_noticed() {
        let after = changed(&person(), &everything(), true).expect("a change");
        assert_eq!((after.email.as_str(), after.parlor_role.as_str()), ("anna@example.com", "manager"));
        assert!(may_otherwise(&person(), &after) && leaves_administration(&person(), &after));
    }

    #[test]
    fn a_blank_name_and_half_a_phone_are_refused() {
        for change in [
            Change { first_name: Some("  ".into()), ..Change::default() },
            Change { phone: Some("202".into()), ..Change::default() },
        ] {
            assert!(changed(&person(), &change, true).is_err(), "{change:?}");
        }
    }
}
