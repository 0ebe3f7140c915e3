//! Rules for routing rules: validation, and the choice of the assignee.
use platform::{ErrorReason, Fault, ids::UserId, sms, text::one_line};

use super::model::{Candidate, Hours, RoutingRule, Waiting};

/// Maximum number of routing rules of a company.
pub const MAX_RULES: i64 = 100;

/// Returns a rule with valid values. The caller checks its community and its assignees.
///
/// # Errors
/// `INVALID_ARGUMENT` on `name` or `assigneeIds`.
pub fn checked(wanted: RoutingRule) -> Result<RoutingRule, Fault> {
    let (name, category) = (one_line(&wanted.name), one_line(&wanted.category));
    if sms::is_blank(&name) {
        return Err(Fault::field("name", "Write a name."));
    }
    let mut assignees: Vec<UserId> = Vec::new();
    for id in wanted.assignees {
        if !assignees.contains(&id) {
            assignees.push(id);
        }
    }
    if assignees.is_empty() {
        return Err(Fault::field("assigneeIds", "Choose at least one person."));
    }
    Ok(RoutingRule { name, category, assignees, ..wanted })
}

/// Returns the first rule that applies and its assignee: the candidate with the fewest open items. A rule without
/// candidates does not apply.
pub fn choose<'a>(
    rules: &'a [RoutingRule],
    waiting: &Waiting,
    candidates: &'a [Candidate],
) -> Option<(&'a RoutingRule, &'a Candidate)> {
    rules.iter().filter(|rule| applies(rule, waiting)).find_map(|rule| {
        let found = rule.assignees.iter().filter_map(|id| candidates.iter().find(|one| one.id == *id));
        found.min_by_key(|one| one.open_items).map(|one| (rule, one))
    })
}

/// Returns the users of the rules that apply.
pub fn wanted_users(rules: &[RoutingRule], waiting: &Waiting) -> Vec<UserId> {
    let applying = rules.iter().filter(|rule| applies(rule, waiting));
    applying.flat_map(|rule| rule.assignees.iter().cloned()).collect()
}

fn applies(rule: &RoutingRule, waiting: &Waiting) -> bool {
    let of_hours = match rule.hours {
        Hours::Any => true,
        Hours::Inside => waiting.is_office_open,
        Hours::Outside => !waiting.is_office_open,
    };
    of_hours
        && (rule.channel == 0 || rule.channel == waiting.channel as i32)
        && rule.community_id.as_ref().is_none_or(|id| *id == waiting.community)
        && (rule.category.is_empty() || rule.category.to_lowercase() == waiting.category.to_lowercase())
}

pub fn exists() -> Fault {
    Fault::exists(ErrorReason::RoutingRuleExists, "Another routing rule has this name. Choose another one.")
}

pub fn too_many() -> Fault {
    let words = "Your company has 100 routing rules. Delete one to add another.";
    Fault::precondition(ErrorReason::TooManyRoutingRules, words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inbox::reply_target::Channel;

    fn rule(name: &str, users: &[&str]) -> RoutingRule {
        RoutingRule {
            id: name.into(),
            position: 0,
            name: name.to_owned(),
            channel: 0,
            community_id: None,
            community_tag: String::new(),
            category: String::new(),
            hours: Hours::Any,
            assignees: users.iter().map(|id| UserId::from(*id)).collect(),
        }
    }

    fn waiting() -> Waiting {
        Waiting {
            channel: Channel::Email,
            community: "row".into(),
            category: "Parking".to_owned(),
            is_office_open: false,
        }
    }

    fn candidates(open: &[(&str, i64)]) -> Vec<Candidate> {
        let one = |(id, open_items): &(&str, i64)| Candidate {
            id: UserId::from(*id),
            name: (*id).to_owned(),
            open_items: *open_items,
        };
        open.iter().map(one).collect()
    }

    fn chosen(rules: &[RoutingRule], candidates: &[Candidate]) -> Option<(String, String)> {
        let found = choose(rules, &waiting(), candidates);
        found.map(|(rule, one)| (rule.name.clone(), one.name.clone()))
    }

    #[test]
    fn values_are_trimmed_and_users_named_once() {
        let valid = checked(RoutingRule {
            category: " Pets  and noise".into(),
            ..rule("  At   night ", &["a", "a", "b"])
        });
        let valid = valid.unwrap_or_else(|_| panic!("a valid rule was refused"));
        assert_eq!(
            (&*valid.name, &*valid.category, valid.assignees.len()),
            ("At night", "Pets and noise", 2)
        );
        assert!(checked(rule("\u{200b} ", &["a"])).is_err());
        assert!(checked(rule("Nobody", &[])).is_err());
    }

    #[test]
    fn the_first_rule_whose_conditions_are_all_met_applies() {
        let all = candidates(&[("ann", 0), ("bob", 0)]);
        let other = |change: fn(&mut RoutingRule)| {
            let mut one = rule("other", &["ann"]);
            change(&mut one);
            one
        };
        for missed in [
            other(|one| one.channel = 1),
            other(|one| one.community_id = Some("lake".into())),
            other(|one| one.category = "Pets".to_owned()),
            other(|one| one.hours = Hours::Inside),
        ] {
            assert_eq!(chosen(&[missed, rule("rest", &["bob"])], &all), Some(("rest".into(), "bob".into())));
        }
        let met = RoutingRule {
            channel: 2,
            community_id: Some("row".into()),
            category: "PARKING".to_owned(),
            hours: Hours::Outside,
            ..rule("met", &["ann"])
        };
        assert_eq!(chosen(&[met, rule("rest", &["bob"])], &all), Some(("met".into(), "ann".into())));
        assert_eq!(chosen(&[], &all), None);
    }

    #[test]
    fn of_several_users_the_one_with_the_fewest_open_items_is_chosen() {
        let three = [rule("desk", &["ann", "bob", "cy"])];
        assert_eq!(
            chosen(&three, &candidates(&[("ann", 3), ("bob", 1), ("cy", 1)])).map(|(_, user)| user),
            Some("bob".into())
        );
        // A user who cannot see the community is not a candidate.
        assert_eq!(chosen(&three, &candidates(&[("ann", 3)])).map(|(_, user)| user), Some("ann".into()));
        let next = [rule("desk", &["ann"]), rule("rest", &["bob"])];
        assert_eq!(chosen(&next, &candidates(&[("bob", 9)])).map(|(rule, _)| rule), Some("rest".into()));
    }
}
