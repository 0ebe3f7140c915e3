//! The access policy: which callers each method admits, read from the options in the contract.
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, LazyLock},
};

use crate::{Actor, ErrorReason, Fault, actor::Entitlement};
use contract::options::{Access, Role, Screen, ScreenRule};
use prost_reflect::{FieldDescriptor, MessageDescriptor, MethodDescriptor};
use prost_types::{MethodOptions, method_options::IdempotencyLevel};

/// The access rules of all methods, by `/package.Service/Method`.
#[derive(Clone)]
pub struct AccessTable {
    rules: Arc<HashMap<String, Rule>>,
}

/// The access rule of one method.
pub struct Rule {
    /// The method's access option.
    pub access: Access,
    /// Whether the method changes data, according to its `idempotency_level`.
    pub changes: bool,
    /// Whether the method accepts an idempotency key.
    pub keyed: bool,
    /// Whether the response contains a credential. Such a response is not stored under the idempotency key.
    pub secret: bool,
    /// The type of the request.
    pub input: MessageDescriptor,
    screens: Vec<ScreenRule>,
}

impl AccessTable {
    /// Reads the rules from the contract.
    ///
    /// # Errors
    /// A message with the methods that have no valid access option. The server does not start then.
    pub fn read() -> Result<Self, String> {
        /// Built once per process, because it reads the options of every field in the contract.
        static TABLE: LazyLock<Result<AccessTable, String>> = LazyLock::new(AccessTable::build);
        TABLE.clone()
    }

    fn build() -> Result<Self, String> {
        let access = contract::extension("parlor.options.v1.access");
        let with_credential = messages_with_credential();
        let mut rules = HashMap::new();
        let mut without_access = Vec::new();
        for method in contract::POOL.services().flat_map(|s| s.methods().collect::<Vec<_>>()) {
            let path = format!("/{}/{}", method.parent_service().full_name(), method.name());
            match contract::option::<Access>(&method.options(), &access) {
                Some(access) if names_callers(&access) => {
                    let screens = access.screens().filter_map(screen).collect();
                    let (changes, keyed) = (changes(&method), keyed(&method));
                    let secret = holds_secret(&method.output(), &with_credential, &mut HashSet::new());
                    rules.insert(
                        path,
                        Rule { access, changes, keyed, secret, input: method.input(), screens },
                    );
                }
                _ => without_access.push(path),
            }
        }
        if without_access.is_empty() {
            Ok(Self { rules: Arc::new(rules) })
        } else {
            Err(format!("these methods do not name who may call them: {}", without_access.join(", ")))
        }
    }

    /// Checks that an actor may call the method at a path. Used to check again while a stream is open.
    ///
    /// # Errors
    /// `PERMISSION_DENIED` if the role or the scope is missing, `FAILED_PRECONDITION` if the actor cannot open
    /// any screen of the method, `INTERNAL` if there is no such method.
    pub fn admits(&self, path: &str, actor: &Actor) -> Result<(), Fault> {
        let rule = self.rule(path).ok_or_else(|| Fault::internal(format!("there is no call {path}")))?;
        may(rule, actor)
    }

    /// Returns the rule of a path; `None` if it is not a method of the contract (such as health or reflection).
    #[must_use]
    pub fn rule(&self, path: &str) -> Option<&Rule> {
        self.rules.get(path)
    }
}

/// Returns whether a method changes data, according to its `idempotency_level`.
pub fn changes(method: &MethodDescriptor) -> bool {
    let options = method.method_descriptor_proto().options.as_ref();
    let level = options.map(MethodOptions::idempotency_level).unwrap_or_default();
    level != IdempotencyLevel::NoSideEffects
}

/// Returns whether a method accepts an idempotency key.
pub fn keyed(method: &MethodDescriptor) -> bool {
    changes(method) && !method.is_client_streaming() && !method.is_server_streaming()
}

/// Returns whether an option names who may call a method. An unknown role does not.
fn names_callers(access: &Access) -> bool {
    let role = Role::try_from(access.role);
    role.is_ok_and(|role| {
        access.public || access.any_person || !access.screens.is_empty() || role != Role::Unspecified
    })
}

/// Returns the names of messages that have a field with a credential.
fn messages_with_credential() -> HashSet<String> {
    let secret = contract::extension("parlor.options.v1.secret");
    let marked = |field: FieldDescriptor| field.options().get_extension(&secret).as_bool() == Some(true);
    let messages = contract::POOL.all_messages().filter(|message| message.fields().any(marked));
    messages.map(|message| message.full_name().to_owned()).collect()
}

/// Returns whether a message is one of those with a credential, or contains one at any depth.
fn holds_secret(
    message: &MessageDescriptor,
    with_credential: &HashSet<String>,
    seen: &mut HashSet<String>,
) -> bool {
    seen.insert(message.full_name().to_owned())
        && (with_credential.contains(message.full_name())
            || message.fields().any(|field| {
                field.kind().as_message().is_some_and(|inner| holds_secret(inner, with_credential, seen))
            }))
}

/// Returns the rule of a screen.
fn screen(screen: Screen) -> Option<ScreenRule> {
    let rule = contract::extension("parlor.options.v1.screen");
    let value = contract::POOL.get_enum_by_name("parlor.options.v1.Screen")?.get_value(screen.into())?;
    contract::option(&value.options(), &rule)
}

/// Returns whether an actor may open a screen: at least one of its conditions is met.
#[must_use]
pub fn opens(screen: &ScreenRule, actor: &Actor) -> bool {
    screen.any_of.iter().any(|condition| {
        condition.entitlements().all(|fact| actor.facts.contains(&fact))
            && condition.options().all(|option| actor.options.contains(&option))
            && !condition.without_options().any(|option| actor.options.contains(&option))
            && !(condition.entitlements.is_empty() && condition.options.is_empty())
    })
}

/// Checks that an actor may call a method. A partner needs one of the method's scopes; a partner that acts for
/// a user also needs that user's access.
///
/// # Errors
/// `PERMISSION_DENIED` if the role or the scope is missing, `FAILED_PRECONDITION` if the actor cannot open
/// any screen of the method.
pub fn may(rule: &Rule, actor: &Actor) -> Result<(), Fault> {
    if let Some(scopes) = &actor.scopes {
        if !rule.access.scopes().any(|scope| scopes.contains(&scope)) {
            return Err(Fault::denied(
                ErrorReason::InsufficientScope,
                "This credential does not have access to that.",
            ));
        }
        if actor.facts.is_empty() {
            return Ok(());
        }
    }
    let by_role = rule.screens.is_empty() && actor.facts.contains(&Entitlement::FullView);
    if !(rule.access.any_person || by_role || rule.screens.iter().any(|s| opens(s, actor))) {
        return Err(Fault::precondition(
            ErrorReason::ScreenNotAvailable,
            "You don't have access to this. Ask your administrator if you need it.",
        ));
    }
    match rule.access.role() {
        Role::Administrator if !actor.administrator => {
            Err(Fault::denied(ErrorReason::AdministratorsOnly, "Only administrators can do this."))
        }
        Role::PlatformAdministrator if !actor.platform_administrator => Err(Fault::denied(
            ErrorReason::PlatformAdministratorsOnly,
            "Only Parlor administrators can do this.",
        )),
        _ => Ok(()),
    }
}
