//! Conversion of reply targets between the model and the contract.
use contract::v1;

use super::model::ReplyTargets;

pub fn to_contract(targets: ReplyTargets) -> v1::ReplyTargets {
    let ReplyTargets { text_minutes, email_minutes, web_chat_minutes } = targets;
    v1::ReplyTargets { text_minutes, email_minutes, web_chat_minutes }
}
