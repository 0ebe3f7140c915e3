//! Describes who may call a method, from its access option, for readers and for programs.
use contract::options::{Access, Role, ScopeRule, ScreenRule};
use prost_reflect::{EnumDescriptor, MethodDescriptor};
use serde_json::{Value as Json, json};

use super::{
    super::rest_json::short_name,
    comments::{Commented, either, first_sentence, lower},
};

/// Who may call a method.
#[derive(Default)]
pub struct Rule {
    /// The method's access option.
    pub access: Access,
    /// Users who may open one of these screens may call.
    pub screens: Vec<ScreenOf>,
    /// The name and the description of the required role.
    pub role: Option<(String, String)>,
    /// Partners with one of these scopes may call.
    pub scopes: Vec<ScopeRule>,
}

/// A screen and the conditions of which one must be met to open it.
pub struct ScreenOf {
    name: String,
    rule: ScreenRule,
    conditions: Vec<String>,
}

impl Rule {
    /// Returns the rule of a method.
    pub fn of(method: &MethodDescriptor) -> Self {
        let extension = contract::extension("parlor.options.v1.access");
        let Some(access) = contract::option::<Access>(&method.options(), &extension) else {
            return Self::default();
        };
        let [screens, roles, scopes] = ["Screen", "Role", "PartnerScope"]
            .map(|name| contract::POOL.get_enum_by_name(&format!("parlor.options.v1.{name}")));
        let role = Some(access.role).filter(|role| *role != Role::Unspecified as i32);
        Self {
            screens: screens
                .iter()
                .flat_map(|of| access.screens.iter().filter_map(|n| screen(of, *n)))
                .collect(),
            role: roles.zip(role).and_then(|(of, role)| meaning(&of, role)),
            scopes: scopes.iter().flat_map(|of| access.scopes.iter().filter_map(|n| scope(of, *n))).collect(),
            access,
        }
    }

    /// Returns whether a user needs more than a session.
    pub fn asks_for_more(&self) -> bool {
        !self.access.public && !self.access.any_person
    }

    /// Returns the rule as a sentence.
    pub fn words(&self) -> String {
        let mut who = Vec::new();
        if self.access.public {
            who.push("Anybody, signed in or not.".to_owned());
        } else if self.access.any_person {
            who.push("Any signed-in person.".to_owned());
        } else if !self.screens.is_empty() {
            who.push(format!("Signed-in people who may open {}.", either(&self.groups())));
        } else {
            who.push("Signed-in people with the full view.".to_owned());
        }
        who.extend(Some(self.besides()).filter(|more| !more.is_empty()));
        who.join(" ")
    }

    /// Returns the conditions beside the screens as text, such as the required role and the scopes of partners.
    fn besides(&self) -> String {
        let mut more = Vec::new();
        if let Some((_, role)) = &self.role {
            more.push(format!("Only for {}.", lower(role)));
        }
        if !self.scopes.is_empty() {
            let scope = |scope: &ScopeRule| format!("`{}` (to {})", scope.name, scope.description);
            let scopes: Vec<String> = self.scopes.iter().map(scope).collect();
            more.push(format!("Also partners with the scope {}.", either(&scopes)));
        }
        if self.access.own_pages_only {
            more.push("Not for pages of other origins.".to_owned());
        }
        if self.access.token_in_message {
            more.push("The token may also stand in the message.".to_owned());
        }
        more.join(" ")
    }

    /// Groups screens with the same conditions.
    fn groups(&self) -> Vec<String> {
        let mut groups: Vec<(&[String], Vec<String>)> = Vec::new();
        for screen in &self.screens {
            let title = screen.rule.title.clone();
            match groups.iter_mut().find(|(conditions, _)| *conditions == screen.conditions) {
                Some((_, titles)) if titles.contains(&title) => {}
                Some((_, titles)) => titles.push(title),
                None => groups.push((&screen.conditions, vec![title])),
            }
        }
        let group = |(conditions, titles): (&[String], Vec<String>)| {
            format!("{} ({})", either(&titles), conditions.join("; or "))
        };
        groups.into_iter().map(group).collect()
    }

    /// Returns the rule as JSON for programs.
    pub fn json(&self) -> Json {
        let screen = |screen: &ScreenOf| {
            json!({
                "screen": screen.name, "title": screen.rule.title, "path": screen.rule.path,
                "anyOf": screen.conditions,
            })
        };
        json!({
            "words": self.words(),
            "besides": self.besides(),
            "public": self.access.public,
            "anyPerson": self.access.any_person,
            "screens": self.screens.iter().map(screen).collect::<Vec<_>>(),
            "role": self.role.as_ref().map(|(name, _)| name),
            "scopes": self.scopes.iter().map(|scope| &scope.name).collect::<Vec<_>>(),
        })
    }

    /// Returns the security requirements of OpenAPI, of which one suffices.
    pub fn security(&self) -> Json {
        let mut ways = Vec::new();
        if !self.access.public {
            ways.push(json!({ "usertoken": [] }));
        }
        if !self.scopes.is_empty() {
            let scopes: Vec<&str> = self.scopes.iter().map(|scope| scope.name.as_str()).collect();
            ways.push(json!({ "partner": scopes }));
        }
        // OpenAPI cannot describe a token in a body.
        if self.access.token_in_message {
            ways.push(json!({}));
        }
        ways.into()
    }
}

fn scope(of: &EnumDescriptor, number: i32) -> Option<ScopeRule> {
    let extension = contract::extension("parlor.options.v1.scope");
    contract::option(&of.get_value(number)?.options(), &extension)
}

fn screen(of: &EnumDescriptor, number: i32) -> Option<ScreenOf> {
    let extension = contract::extension("parlor.options.v1.screen");
    let rule: ScreenRule = contract::option(&of.get_value(number)?.options(), &extension)?;
    let told = |of: &str, number: i32| {
        contract::POOL
            .get_enum_by_name(&format!("parlor.options.v1.{of}"))
            .and_then(|of| meaning(&of, number))
    };
    let conditions = rule.any_of.iter().map(|condition| {
        let entitlements = condition.entitlements.iter().filter_map(|one| told("Entitlement", *one));
        let entitlements = entitlements.map(|(_, description)| lower(&description));
        let options = condition.options.iter().filter_map(|option| told("DashboardOption", *option));
        let options = options.map(|(name, _)| format!("has the company's option {name}"));
        let without = condition.without_options.iter().filter_map(|option| told("DashboardOption", *option));
        let without = without.map(|(name, _)| format!("lacks the company's option {name}"));
        entitlements.chain(options).chain(without).collect::<Vec<_>>().join(" and ")
    });
    let conditions = conditions.collect();
    Some(ScreenOf { name: short_name(of, number), rule, conditions })
}

/// Returns the name and the description of an enumeration value.
fn meaning(of: &EnumDescriptor, number: i32) -> Option<(String, String)> {
    let value = of.get_value(number)?;
    Some((short_name(of, number), first_sentence(&value.comment()).to_owned()))
}
