//! Conversion of reply targets between the model and the contract.
use contract::v1;

use super::model::ReplyTargets;

pub fn to_contract(targets: ReplyTargets) -> v1::ReplyTargets {
    v1::ReplyTargets { text_minutes: targets.text_minutes, email_minutes: targets.email_minutes }
}
