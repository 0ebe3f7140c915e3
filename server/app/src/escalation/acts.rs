//! What the acts on an escalation share: reading it, writing it back with its news, and the
//! notice that is held.
use platform::{
    Actor, Fault, Scope, Tx,
    events::{self, Kind},
    phone::Phone,
};

use super::{
    model::{Escalation, EscalationId, Held, Listed, Wish},
    rules, store,
};
use crate::{
    carrier, community, company,
    context::Context,
    conversation::{self, Author, ConversationId, Outbound},
};

/// The acts, over storage, time and ids.
pub struct Acts<'a>(pub &'a Context);

impl Acts<'_> {
    /// Changes an escalation by a rule and shows it.
    pub async fn turn(
        &self,
        actor: &Actor,
        id: &EscalationId,
        rule: impl FnOnce(Escalation) -> Result<Escalation, rules::EscalationError>,
    ) -> Result<Listed, Fault> {
        let scope = actor.scope();
        let mut tx = self.0.db.write(&scope).await?;
        let open = require(&mut tx, &scope, id).await?.escalation;
        let before = open.state;
        let turned = rule(open)?;
        store::save(&mut tx, &scope, before, &turned).await?;
        self.finish(tx, &scope, id).await
    }

    /// Tells listeners, makes it last and shows it.
    pub async fn finish(&self, mut tx: Tx, scope: &Scope, id: &EscalationId) -> Result<Listed, Fault> {
        let listed = require(&mut tx, scope, id).await?;
        let now = self.0.now();
        let community = &listed.escalation.community_id;
        let conversation = listed.escalation.conversation_id.as_str();
        events::publish(&mut tx, scope.company(), community, Kind::Conversation, conversation, now);
        events::publish(&mut tx, scope.company(), community, Kind::Escalation, id.as_str(), now);
        tx.commit().await?;
        Ok(listed)
    }

    /// A conversation without any question that waits is the bot's again.
    pub async fn hand_back(&self, tx: &mut Tx, scope: &Scope, id: &ConversationId) -> Result<(), Fault> {
        if store::any_open(tx, scope, id).await? {
            return Ok(());
        }
        conversation::set_state(tx, scope, id, conversation::State::Bot).await
    }

    /// Stores the notice; it leaves when it can no longer be taken back.
    pub async fn hold_notice(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        actor: &Actor,
        listed: &Listed,
        to: &Phone,
        answer: &str,
    ) -> Result<Held, Fault> {
        let now = self.0.now();
        let body = notice(tx, scope, actor, listed, answer).await?;
        rules::fits(&body)?;
        let asked = conversation::find(tx, scope, &listed.escalation.conversation_id).await?;
        let asked = asked.ok_or_else(|| Fault::not_found("conversation"))?;
        let (community, number) = (&listed.escalation.community_id, asked.number.as_str());
        let with = conversation::open(tx, scope, community, to, number, &self.0.ids, now).await?;
        let outbound =
            Outbound { author: Author::Staff, staff: Some(&actor.id), body: &body, decision: None };
        let at = now.plus(rules::UNDO_WINDOW);
        let id = carrier::post(tx, scope, self.0, &with, &outbound, at).await?;
        Ok(Held { id, to: to.clone(), body })
    }
}

pub async fn require(tx: &mut Tx, scope: &Scope, id: &EscalationId) -> Result<Listed, Fault> {
    store::find(tx, scope, id).await?.ok_or_else(|| Fault::not_found("escalation"))
}

pub async fn community_filter<'a>(tx: &mut Tx, scope: &Scope, id: &'a str) -> Result<Option<&'a str>, Fault> {
    if id.is_empty() {
        return Ok(None);
    }
    community::require(tx, scope, &id.into()).await?;
    Ok(Some(id))
}

pub async fn notice(
    tx: &mut Tx,
    scope: &Scope,
    actor: &Actor,
    listed: &Listed,
    answer: &str,
) -> Result<String, Fault> {
    let company = company::name(tx, scope).await?;
    Ok(rules::notice(&listed.resident, answer, &actor.name, &company))
}

/// Whom to tell: the phone that asked, or another one that the community knows.
pub async fn recipient(
    tx: &mut Tx,
    scope: &Scope,
    listed: &Listed,
    wish: Option<&Wish>,
) -> Result<Option<Phone>, Fault> {
    let Some(wish) = wish else { return Ok(None) };
    if wish.by_email {
        return Err(Fault::precondition(
            "EMAIL_NOT_SET_UP",
            "Your company has no e-mail set up yet. Notify the homeowner by text instead.",
        ));
    }
    if wish.to.is_empty() || wish.to == listed.phone.as_str() {
        return Ok(Some(listed.phone.clone()));
    }
    let to = Phone::parse("notifyHomeownerData.to", &wish.to)?;
    let known = conversation::resident(tx, scope, &listed.escalation.community_id, &to).await?;
    match known {
        Some(_) => Ok(Some(to)),
        None => Err(Fault::field(
            "notifyHomeownerData.to",
            "Nobody in this community has that phone. Leave it empty to reply to the phone that asked.",
        )),
    }
}
