//! The access table: what each method's option asks for, read once from the contract.
use std::{collections::HashMap, sync::Arc};

use contract::options::{Access, Role, Screen, ScreenRule};
use platform::{Actor, Fault};

/// Who may call what, by `/package.Service/Method`.
#[derive(Clone)]
pub struct AccessTable(Arc<HashMap<String, Rule>>);

/// What one method asks for.
pub struct Rule {
    /// The option.
    pub access: Access,
    screens: Vec<ScreenRule>,
}

impl AccessTable {
    /// Reads the contract.
    ///
    /// # Errors
    /// Names the methods that do not say who may call them: the server does not start then.
    pub fn read() -> Result<Self, String> {
        let access = contract::extension("parlor.options.v1.access");
        let mut rules = HashMap::new();
        let mut silent = Vec::new();
        for method in contract::POOL.services().flat_map(|s| s.methods().collect::<Vec<_>>()) {
            let path = format!("/{}/{}", method.parent_service().full_name(), method.name());
            match contract::option::<Access>(&method.options(), &access) {
                Some(access) if access.public || access.any_person || !access.screens.is_empty() => {
                    let screens = access.screens().filter_map(screen).collect();
                    rules.insert(path, Rule { access, screens });
                }
                _ => silent.push(path),
            }
        }
        if silent.is_empty() {
            Ok(Self(Arc::new(rules)))
        } else {
            Err(format!("these methods do not say who may call them: {}", silent.join(", ")))
        }
    }

    /// The rule of a path; `None` for what is not ours (health, reflection) or not there.
    #[must_use]
    pub fn rule(&self, path: &str) -> Option<&Rule> {
        self.0.get(path)
    }
}

/// The rule of a screen.
fn screen(screen: Screen) -> Option<ScreenRule> {
    let rule = contract::extension("parlor.options.v1.screen");
    let value = contract::POOL.get_enum_by_name("parlor.options.v1.Screen")?.get_value(screen.into())?;
    contract::option(&value.options(), &rule)
}

/// Whether an actor may open a screen: any of its conditions holds.
#[must_use]
pub fn opens(screen: &ScreenRule, actor: &Actor) -> bool {
    screen.any_of.iter().any(|condition| {
        condition.facts().all(|fact| actor.facts.contains(&fact))
            && condition.options().all(|option| actor.options.contains(&option))
            && !(condition.facts.is_empty() && condition.options.is_empty())
    })
}

/// Refuses an actor that a method is not for.
///
/// # Errors
/// `FAILED_PRECONDITION` when no screen of the method is theirs, `PERMISSION_DENIED` when
/// the role is missing.
pub fn may(rule: &Rule, actor: &Actor) -> Result<(), Fault> {
    let opened = rule.access.any_person || rule.access.public || rule.screens.iter().any(|s| opens(s, actor));
    if !opened {
        return Err(Fault::precondition(
            "SCREEN_NOT_AVAILABLE",
            "This is not switched on for you. Ask your administrator if you need it.",
        ));
    }
    if rule.access.role() == Role::Administrator && !actor.administrator {
        return Err(Fault::denied("ADMINISTRATORS_ONLY", "Only administrators may do this."));
    }
    Ok(())
}
