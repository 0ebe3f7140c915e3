//! Conversion of macros between the model and the contract.
use contract::v1;
use platform::ids::UserId;

use super::model::{Macro, MacroId, MacroStatus};

pub fn to_contract(one: &Macro) -> v1::Macro {
    v1::Macro {
        id: one.id.to_string(),
        name: one.name.clone(),
        steps: Some(v1::MacroSteps {
            assigns_to_self: one.assigns_to_self,
            assignee_id: one.assignee_id.as_ref().map(ToString::to_string).unwrap_or_default(),
            reply: one.reply.clone(),
            status: one.status as i32,
            snooze_hours: one.snooze_hours,
            priority: one.priority,
        }),
        assignee_name: one.assignee_name.clone(),
    }
}

/// Converts the macro in a request.
pub fn from_contract(id: MacroId, name: String, steps: Option<v1::MacroSteps>) -> Macro {
    let steps = steps.unwrap_or_default();
    Macro {
        id,
        name,
        assigns_to_self: steps.assigns_to_self,
        assignee_id: (!steps.assignee_id.is_empty()).then_some(UserId(steps.assignee_id)),
        assignee_name: String::new(),
        reply: steps.reply,
        status: MacroStatus::try_from(steps.status).unwrap_or(MacroStatus::Unchanged),
        snooze_hours: steps.snooze_hours,
        priority: steps.priority,
    }
}
