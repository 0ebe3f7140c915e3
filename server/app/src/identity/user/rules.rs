//! Validation and changes of users.
use platform::{
    Fault, Timestamp,
    ids::{CompanyId, UserId},
    phone::Phone,
};

use super::model::{UserChange, UserDraft};
use crate::identity::session::Staff;

/// Builds a user from a draft. `password_hash` is empty for an invited user.
///
/// # Errors
/// `INVALID_ARGUMENT` on the first invalid field.
pub fn new_staff(
    company_id: CompanyId,
    id: UserId,
    draft: &UserDraft,
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

/// Applies a change to a user. Administrative changes apply only with `by_administrator`.
///
/// # Errors
/// `INVALID_ARGUMENT` on the first invalid field.
pub fn apply_change(before: &Staff, change: &UserChange, by_administrator: bool) -> Result<Staff, Fault> {
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
        staff.preferred_vendors = deduplicate(vendors.iter().map(|v| v.trim()).filter(|v| !v.is_empty()));
    }
    if !by_administrator {
        return Ok(staff);
    }
    let administrative = &change.administrative;
    if let Some(email) = &administrative.email {
        staff.email = address(email);
    }
    if let Some(title) = &administrative.job_title {
        staff.job_title.clone_from(title);
    }
    if let Some(parlor_role) = &administrative.parlor_role {
        staff.parlor_role = role(parlor_role);
    }
    staff.text_plan = administrative.text_plan.unwrap_or(staff.text_plan);
    staff.restricted_view = administrative.restricted_view.unwrap_or(staff.restricted_view);
    Ok(staff)
}

/// Returns whether a change affects what the user may do, so that their sessions must end.
pub fn changes_privileges(before: &Staff, after: &Staff) -> bool {
    before.is_administrator() != after.is_administrator()
        || before.restricted_view != after.restricted_view
        || before.active != after.active
}

/// Returns whether the company loses an administrator who can sign in.
pub fn loses_administrator(before: &Staff, after: &Staff) -> bool {
    let can = |staff: &Staff| staff.administers() && staff.active && !staff.is_invited();
    can(before) && !can(after)
}

/// Names the fields that differ, without their values.
pub fn describe_changes(before: &Staff, after: &Staff, communities: bool) -> String {
    let parts = [
        ("name", before.name() != after.name()),
        ("phone", before.phone != after.phone),
        ("vendors", before.preferred_vendors != after.preferred_vendors),
        ("email address", before.email != after.email),
        ("job title", before.job_title != after.job_title),
        ("role", before.parlor_role != after.parlor_role),
        ("plan", before.text_plan != after.text_plan),
        ("restricted view", before.restricted_view != after.restricted_view),
        ("communities", communities),
    ];
    let parts: Vec<_> = parts.into_iter().filter_map(|(part, differs)| differs.then_some(part)).collect();
    parts.join(", ")
}

/// Removes duplicates and keeps the order.
pub fn deduplicate<'a>(items: impl IntoIterator<Item = &'a str>) -> Vec<String> {
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

fn role(name: &str) -> String {
    let name = name.trim();
    if name.is_empty() { "manager".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::user::model::AdministrativeChange;

    fn person() -> Staff {
        let draft = UserDraft {
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
        new_staff("c".into(), "s".into(), &draft, "hash".into(), Timestamp(0)).expect("a person")
    }

    fn everything() -> UserChange {
        UserChange {
            first_name: Some("Anna".into()),
            last_name: Some("Li".into()),
            phone: Some("+12025550142".into()),
            preferred_vendors: Some(vec!["Acme".into(), " Acme".into(), "  ".into(), "Best".into()]),
            administrative: AdministrativeChange {
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
    fn a_non_administrator_changes_personal_fields_only() {
        let after = apply_change(&person(), &everything(), false).expect("a change");
        assert_eq!(describe_changes(&person(), &after, false), "name, phone, vendors");
        assert_eq!(after.preferred_vendors, ["Acme", "Best"]);
        assert!(!changes_privileges(&person(), &after));
    }

    #[test]
    fn an_administrator_changes_all_fields_and_a_loss_of_privileges_is_detected() {
        let after = apply_change(&person(), &everything(), true).expect("a change");
        assert_eq!((after.email.as_str(), after.parlor_role.as_str()), ("anna@example.com", "manager"));
        assert!(changes_privileges(&person(), &after) && loses_administrator(&person(), &after));
    }

    #[test]
    fn a_blank_name_and_an_incomplete_phone_are_refused() {
        for change in [
            UserChange { first_name: Some("  ".into()), ..UserChange::default() },
            UserChange { phone: Some("202".into()), ..UserChange::default() },
        ] {
            assert!(apply_change(&person(), &change, true).is_err(), "{change:?}");
        }
    }
}
