//! Validation and changes of users.
use platform::{
    Fault, Timestamp,
    ids::{CompanyId, UserId},
    phone::Phone,
    text::one_line,
};

use super::model::{UserChange, UserDraft};
use crate::identity::session::{Staff, VendorContact};

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
        vendor_contacts: vec![],
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
    if let Some(contacts) = &change.vendor_contacts {
        staff.vendor_contacts = vendor_contacts(contacts, &staff.preferred_vendors)?;
    }
    let place =
        |contact: &VendorContact| staff.preferred_vendors.iter().position(|name| *name == contact.name);
    staff.vendor_contacts.retain(|contact| place(contact).is_some());
    staff.vendor_contacts.sort_by_key(place);
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
        (
            "vendors",
            before.preferred_vendors != after.preferred_vendors
                || before.vendor_contacts != after.vendor_contacts,
        ),
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

/// Checks how vendors are reached; those without details are left out.
fn vendor_contacts(contacts: &[VendorContact], preferred: &[String]) -> Result<Vec<VendorContact>, Fault> {
    let mut checked: Vec<VendorContact> = vec![];
    for (index, contact) in contacts.iter().enumerate() {
        let field = |name: &str| format!("vendorContacts[{index}].{name}");
        let name = contact.name.trim().to_owned();
        if !preferred.contains(&name) {
            return Err(Fault::field(&field("name"), format!("Add {name} to the preferred vendors first.")));
        }
        if checked.iter().any(|one| one.name == name) {
            return Err(Fault::field(&field("name"), format!("{name} is there twice.")));
        }
        let phone = match contact.phone.trim() {
            "" => String::new(),
            phone => Phone::parse(&field("phone"), phone)?.as_str().to_owned(),
        };
        let trade = one_line(&contact.trade);
        let one = VendorContact { name, email: contact.email.trim().to_owned(), phone, trade };
        if !(one.email.is_empty() && one.phone.is_empty() && one.trade.is_empty()) {
            checked.push(one);
        }
    }
    Ok(checked)
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
    use crate::identity::user::model::{AdministrativeChange, AssignmentChange};

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

    fn contact(name: &str, phone: &str) -> VendorContact {
        let email = "desk@vendor.example".into();
        VendorContact { name: name.into(), email, phone: phone.into(), trade: String::new() }
    }

    fn everything() -> UserChange {
        UserChange {
            first_name: Some("Anna".into()),
            last_name: Some("Li".into()),
            phone: Some("+12025550142".into()),
            preferred_vendors: Some(vec!["Acme".into(), " Acme".into(), "  ".into(), "Best".into()]),
            vendor_contacts: Some(vec![contact("Best", "")]),
            administrative: AdministrativeChange {
                email: Some("ANNA@example.com".into()),
                job_title: Some("Accounting".into()),
                parlor_role: Some(String::new()),
                text_plan: Some(2),
                restricted_view: Some(true),
                communities: AssignmentChange::default(),
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
    fn vendor_contacts_follow_the_preferred_vendors_and_their_order() {
        let change = |vendors: &[&str], contacts: Option<Vec<VendorContact>>| UserChange {
            preferred_vendors: Some(vendors.iter().map(|name| (*name).to_owned()).collect()),
            vendor_contacts: contacts,
            ..UserChange::default()
        };
        let both = vec![contact("Best", ""), contact("Acme", "(202) 555-0142")];
        let names =
            |staff: &Staff| staff.vendor_contacts.iter().map(|one| one.name.clone()).collect::<Vec<_>>();
        let after = apply_change(&person(), &change(&["Acme", "Best"], Some(both)), false).expect("a change");
        assert_eq!(names(&after), ["Acme", "Best"]);
        assert_eq!(after.vendor_contacts[0].phone, "+12025550142");
        let after = apply_change(&after, &change(&["Cole", "Best", "Acme"], None), false).expect("a change");
        assert_eq!(names(&after), ["Best", "Acme"]);
        let after = apply_change(&after, &change(&["Best"], None), false).expect("a change");
        assert_eq!(names(&after), ["Best"]);
        for refused in [vec![contact("Acme", "")], vec![contact("Best", ""); 2], vec![contact("Best", "12")]]
        {
            assert!(apply_change(&after, &change(&["Best"], Some(refused)), false).is_err());
        }
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
