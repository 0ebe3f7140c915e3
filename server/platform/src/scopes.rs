//! Names and descriptions of the scopes of partners, read from the contract.
use std::sync::LazyLock;

use contract::options::ScopeRule;

pub use crate::actor::PartnerScope;

static RULES: LazyLock<Vec<(PartnerScope, ScopeRule)>> = LazyLock::new(|| {
    let extension = contract::extension("parlor.options.v1.scope");
    let scopes = contract::POOL.get_enum_by_name("parlor.options.v1.PartnerScope");
    let rule = |value: prost_reflect::EnumValueDescriptor| {
        let scope = PartnerScope::try_from(value.number()).ok()?;
        Some((scope, contract::option(&value.options(), &extension)?))
    };
    scopes.into_iter().flat_map(|scopes| scopes.values().collect::<Vec<_>>()).filter_map(rule).collect()
});

/// Returns all scopes in the contract's order.
pub fn all() -> impl Iterator<Item = PartnerScope> {
    RULES.iter().map(|(scope, _)| *scope)
}

/// Returns the name of a scope in OAuth, such as `communities:read`; empty for an unspecified scope.
#[must_use]
pub fn name(scope: PartnerScope) -> &'static str {
    rule(scope).map_or("", |rule| &rule.name)
}

/// Returns what a scope lets a partner do, as the end of "This application will be able to".
#[must_use]
pub fn words(scope: PartnerScope) -> &'static str {
    rule(scope).map_or("", |rule| &rule.description)
}

/// Returns the scope with a name in OAuth, if there is one.
#[must_use]
pub fn named(name: &str) -> Option<PartnerScope> {
    RULES.iter().find(|(_, rule)| rule.name == name).map(|(scope, _)| *scope)
}

fn rule(scope: PartnerScope) -> Option<&'static ScopeRule> {
    RULES.iter().find(|(of, _)| *of == scope).map(|(_, rule)| rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_scope_has_a_unique_name_and_a_description() {
        assert_eq!(all().count(), 19);
        for scope in all() {
            assert_eq!(named(name(scope)), Some(scope));
            assert!(!words(scope).is_empty());
        }
        assert_eq!(named(""), None);
        assert_eq!(name(PartnerScope::CommunitiesRead), "communities:read");
    }
}
