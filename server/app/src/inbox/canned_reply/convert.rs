//! Conversion of canned replies between the model and the contract.
use contract::v1;

use super::model::CannedReply;

pub fn canned_reply(reply: &CannedReply) -> v1::CannedReply {
    v1::CannedReply {
        id: reply.id.to_string(),
        title: reply.title.clone(),
        shortcut: reply.shortcut.clone(),
        body: reply.body.clone(),
    }
}
