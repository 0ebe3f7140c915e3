//! What the acts on an escalation share: reading it, writing it back with its news, and the
//! notice that is held.
use platform::{
    Actor, Fault, Scope, Timestamp, Tx,
    events::{self, Kind},
    phone::Phone,
};

use super::{
    model::{Escalation, EscalationId, Held, Listed, Notice, Recipient, Undo, Wish},
    rules, store,
};
use crate::{
    carrier, community, company,
    context::Context,
    conversation::{self, Author, ConversationId, MessageId, Outbound},
    homeowner,
    mail::{self, Letter, Way},
    texting,
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
        conversation::give_to_bot(tx, scope, id).await
    }

    /// Stores the notice; it leaves when it can no longer be taken back. Whoever does not see accounts
    /// is shown it as it is written, and the homeowner reads it filled in.
    pub async fn hold_notice(
        &self,
        tx: &mut Tx,
        actor: &Actor,
        listed: &Listed,
        to: &Recipient,
        (written, sees_accounts): (&str, bool),
    ) -> Result<(Held, Notice), Fault> {
        let scope = &actor.scope();
        let at = self.0.now().plus(rules::UNDO_WINDOW);
        let phone = match to {
            Recipient::Phone(phone) => Some(phone),
            Recipient::Address(_) => None,
        };
        let community = &listed.escalation.community_id;
        let filled = homeowner::written(tx, scope, self.0, (community, phone), written).await;
        let answer = match filled {
            Err(_) if !sees_accounts && texting::tells(written) => return Err(homeowner::not_told()),
            filled => filled?,
        };
        let mut notice = notice(tx, scope, actor, listed, &answer, phone.is_none()).await?;
        to.as_str().clone_into(&mut notice.to);
        let held = match to {
            Recipient::Phone(phone) => {
                rules::fits(&notice.body)?;
                Held::Text(self.hold_text(tx, scope, actor, listed, phone, &notice.body, at).await?)
            }
            Recipient::Address(address) => {
                let subject = rules::SUBJECT.to_owned();
                let letter = Letter { to: address, subject, body: notice.body.clone(), withheld: false };
                Held::Mail(mail::post(tx, scope, self.0, &letter, at).await?)
            }
        };
        if !sees_accounts {
            notice.body = self::notice(tx, scope, actor, listed, written, phone.is_none()).await?.body;
        }
        Ok((held, notice))
    }

    #[allow(clippy::too_many_arguments, reason = "it is one step of the act above")]
    async fn hold_text(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        actor: &Actor,
        listed: &Listed,
        to: &Phone,
        body: &str,
        at: Timestamp,
    ) -> Result<MessageId, Fault> {
        // Who may answer it need not see the conversation.
        let scope = &scope.whole();
        let asked = conversation::find(tx, scope, &listed.escalation.conversation_id).await?;
        let asked = asked.ok_or_else(|| Fault::not_found("conversation"))?;
        let (community, number) = (&listed.escalation.community_id, asked.number.as_str());
        let with = conversation::open(tx, scope, community, to, number, &self.0.ids, self.0.now()).await?;
        let outbound = Outbound { author: Author::Staff, staff: Some(&actor.id), body, decision: None };
        carrier::post(tx, scope, self.0, &with, &outbound, at).await
    }

    /// Takes what is held back.
    ///
    /// # Errors
    /// `FAILED_PRECONDITION` when it has left.
    pub async fn recall(&self, tx: &mut Tx, scope: &Scope, undo: &Undo) -> Result<(), Fault> {
        let text = match &undo.notice {
            Some(text) => carrier::recall(tx, scope, text).await?,
            None => true,
        };
        let mail = match &undo.mail {
            Some(mail) => mail::recall(tx, scope, mail).await?,
            None => true,
        };
        if text && mail { Ok(()) } else { Err(rules::EscalationError::UndoTooLate.into()) }
    }
}

pub async fn require(tx: &mut Tx, scope: &Scope, id: &EscalationId) -> Result<Listed, Fault> {
    store::find(tx, scope, id).await?.ok_or_else(|| Fault::not_found("escalation"))
}

/// The community that a list is narrowed to; of one that the caller is but a secondary contact
/// of, only when those count.
pub async fn community_filter<'a>(
    tx: &mut Tx,
    scope: &Scope,
    id: &'a str,
    secondary: bool,
) -> Result<Option<&'a str>, Fault> {
    if id.is_empty() {
        return Ok(None);
    }
    if secondary && store::is_secondary_contact(tx, scope, id).await? {
        return Ok(Some(id));
    }
    community::require(tx, scope, &id.into()).await?;
    Ok(Some(id))
}

/// What the homeowner gets, and where it would go by itself.
pub async fn notice(
    tx: &mut Tx,
    scope: &Scope,
    actor: &Actor,
    listed: &Listed,
    answer: &str,
    by_email: bool,
) -> Result<Notice, Fault> {
    let company = company::require(tx, scope).await?;
    let signed = rules::signed(&company.customizations.signature, &actor.name, &company.name);
    let resident = &listed.resident;
    Ok(if by_email {
        let body = rules::letter(&company.customizations.header, resident, answer, &signed);
        Notice { to: resident.email.clone(), subject: Some(rules::SUBJECT), body }
    } else {
        let body = rules::notice(resident, answer, &signed);
        Notice { to: listed.phone.as_str().to_owned(), subject: None, body }
    })
}

/// Refuses a mail that would stay in the outbox: the homeowner would never see it.
pub async fn require_mail(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<(), Fault> {
    match mail::way(tx, scope, context).await? {
        Way::Outbox => Err(Fault::precondition(
            "EMAIL_NOT_SET_UP",
            "Your company has no e-mail set up yet. Notify the homeowner by text instead.",
        )),
        Way::Platform | Way::Company => Ok(()),
    }
}

/// Whom to tell: whoever asked, or somebody else whom the community knows.
pub async fn recipient(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    listed: &Listed,
    wish: Option<&Wish>,
) -> Result<Option<Recipient>, Fault> {
    let Some(wish) = wish else { return Ok(None) };
    let to = match wish.by_email {
        true => {
            require_mail(tx, scope, context).await?;
            Recipient::Address(address(tx, scope, listed, wish.to.trim()).await?)
        }
        false => Recipient::Phone(phone(tx, scope, listed, &wish.to).await?),
    };
    Ok(Some(to))
}

async fn phone(tx: &mut Tx, scope: &Scope, listed: &Listed, wished: &str) -> Result<Phone, Fault> {
    if wished.is_empty() || wished == listed.phone.as_str() {
        return Ok(listed.phone.clone());
    }
    let to = Phone::parse("notifyHomeownerData.to", wished)?;
    let known = conversation::resident(tx, scope, &listed.escalation.community_id, &to).await?;
    match known {
        Some(_) => Ok(to),
        None => Err(Fault::field(
            "notifyHomeownerData.to",
            "Nobody in this community has that phone. Leave it empty to reply to the phone that asked.",
        )),
    }
}

async fn address(tx: &mut Tx, scope: &Scope, listed: &Listed, wished: &str) -> Result<String, Fault> {
    let own = listed.resident.email.as_str();
    if !own.is_empty() && (wished.is_empty() || wished.eq_ignore_ascii_case(own)) {
        return Ok(own.to_owned());
    }
    if wished.is_empty() {
        return Err(Fault::field(
            "notifyHomeownerData.to",
            "No e-mail address is known of whoever asked. Notify them by text instead.",
        ));
    }
    let known = conversation::address(tx, scope, &listed.escalation.community_id, wished).await?;
    known.ok_or_else(|| {
        Fault::field(
            "notifyHomeownerData.to",
            "Nobody in this community has that e-mail address. Leave it empty to reply to whoever asked.",
        )
    })
}
