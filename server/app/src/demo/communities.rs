//! The demo's communities: their residents, homeowner accounts, answers and conversations, as the dataset has them.
use std::{collections::HashMap, time::Duration};

use platform::{
    Fault, Scope, Timestamp, Tx,
    ids::{CommunityId, UserId},
    phone::Phone,
};

use super::{Maker, dataset};
use crate::{
    bot::{is_emergency, response},
    knowledge::answer,
    messaging::{
        escalation::{self, DismissReason, Escalation, NoticeChannel, Notify},
        thread::{self, Author, Decision, MessageId, NewMessage, NewStep, Resident, Status, StepKind},
    },
    residents::{
        consent,
        homeowner::{self, HomeownerKind},
    },
    tenancy::community::{self, TextNumber},
};

/// With a history, one in this many answers has a sample question from a trained escalation.
const LEARNED: usize = 9;

pub(super) type Answers<'a> = HashMap<&'a str, answer::Answer>;

impl Maker<'_> {
    pub(super) async fn community(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        company: &dataset::Company,
        from: &dataset::Community,
    ) -> Result<(), Fault> {
        let id = from.id();
        let stored = from.stored(self.now);
        community::insert(tx, &stored).await?;
        let place = |person: &dataset::Person| {
            let position = person.communities.iter().position(|tag| *tag == from.tag)?;
            (person.parlor_role != "admin").then(|| (person.id.clone(), i32::try_from(position).unwrap_or(0)))
        };
        let staff: Vec<(String, i32)> = company.staff.iter().filter_map(place).collect();
        community::link(tx, scope, &stored, &staff).await?;
        let line = TextNumber {
            company_id: scope.company().clone(),
            community_id: id.clone(),
            number: from.number.clone(),
        };
        community::insert_number(tx, &line).await?;
        for resident in &from.residents {
            let phone = Phone::parse("phone", &resident.phone)?;
            let known = Resident {
                name: resident.name.clone(),
                unit: resident.unit.clone(),
                kind: HomeownerKind::try_from(resident.kind).map_err(Fault::internal)?,
                email: resident.email.clone(),
            };
            thread::insert_resident(tx, scope, &id, &phone, &known).await?;
        }
        self.accounts(tx, scope, &stored, &from.accounts).await?;
        let answers = self.answers(tx, scope, &id, &from.answers).await?;
        for conversation in &from.conversations {
            self.conversation(tx, scope, from, conversation, &answers).await?;
        }
        if self.history_days > 0 {
            self.community_history(tx, scope, from, &answers).await?;
        }
        Ok(())
    }

    /// The accounts of its homeowners, with balances as of the first of the month.
    async fn accounts(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        community: &community::Community,
        from: &[dataset::Account],
    ) -> Result<(), Fault> {
        let on = self.now.date_in(&community.time_zone).first_of_month().to_string();
        let accounts = from.iter().map(|account| account.stored(&community.id, &on, self.now));
        let accounts: Vec<_> = accounts.collect::<Result<_, _>>()?;
        homeowner::save_accounts(tx, scope, &community.id, &accounts.iter().collect::<Vec<_>>()).await?;
        let consented = accounts.iter().zip(from).filter(|(_, account)| account.text_consent);
        let phones: Vec<Phone> = consented.flat_map(|(account, _)| account.entry.phones.clone()).collect();
        let evidence = "Signed the consent form of the association.";
        consent::record_imported(tx, scope, &self.ids, &phones, evidence, self.now).await
    }

    /// Answers of a community, or of the company with an empty one.
    pub(super) async fn answers<'a>(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        community: &CommunityId,
        from: &'a [dataset::Answer],
    ) -> Result<Answers<'a>, Fault> {
        let mut answers = HashMap::new();
        for (place, written) in from.iter().enumerate() {
            let is_learned = self.history_days > 0 && place % LEARNED == 0;
            let on = self.now.minus(Duration::from_secs(30 * 24 * 3600));
            let id = self.ids.next(self.now);
            let answer = answer::Answer {
                category: written.category.clone(),
                samples: written.samples.clone(),
                learned_samples: written.samples.iter().take(usize::from(is_learned)).cloned().collect(),
                source: written.source.clone(),
                used: written.used,
                ..answer::Answer::new(id, community.clone(), &written.question, &written.answer, on)
            };
            answer::insert(tx, scope, &answer).await?;
            answers.insert(written.question.as_str(), answer);
        }
        Ok(answers)
    }

    async fn conversation(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        community: &dataset::Community,
        data: &dataset::Conversation,
        answers: &Answers<'_>,
    ) -> Result<(), Fault> {
        let phone = Phone::parse("phone", &data.phone)?;
        let begun = data.messages.first().map_or(self.now, |m| self.ago(m.minutes_ago));
        let number = &community.number;
        let opened = thread::open(tx, scope, &community.id(), &phone, number, &self.ids, begun).await?;
        let mut messages: Vec<(MessageId, Timestamp)> = Vec::new();
        for (place, message) in data.messages.iter().enumerate() {
            let at = self.ago(message.minutes_ago);
            let id: MessageId = self.ids.next(at);
            let staff = message.staff.as_ref().map(|id| UserId(id.clone()));
            let decision = decision(message, answers);
            let outbound = match message.from.as_str() {
                "resident" => None,
                from => Some(NewMessage {
                    author: if from == "bot" { Author::Bot } else { Author::Staff },
                    staff: staff.as_ref(),
                    body: &message.body,
                    decision: decision.as_ref(),
                }),
            };
            thread::add_message(tx, scope, &opened, outbound.as_ref(), &message.body, &id, at).await?;
            if outbound.is_some() {
                thread::set_status(tx, scope, &id, &[Status::Queued], Status::Delivered).await?;
            } else if is_bot_question(data, place) {
                thread::set_bot_community(tx, scope, &community.id(), &id).await?;
            }
            messages.push((id, at));
        }
        if data.messages.iter().any(|message| message.from == "bot") {
            response::mark_contacted(tx, scope, &opened.id, begun).await?;
        }
        let Some(escalated) = &data.escalation else { return Ok(()) };
        let Some((message, asked)) = messages.get(escalated.message) else {
            return Err(Fault::internal("the demo escalates a message that is not there"));
        };
        let mut raised = self.escalation(escalated, answers, &phone);
        raised.community_id = community.id();
        raised.conversation_id = Some(opened.id.clone());
        raised.message_id = Some(message.clone());
        raised.asked_ms = *asked;
        let why = [NewStep::new(StepKind::Escalated, "No matching answer; sent to your team.")];
        thread::add_steps(tx, scope, message, &why, *asked).await?;
        if !raised.is_reviewed() {
            thread::open_for_staff(tx, scope, &opened.id).await?;
            thread::set_priority(tx, scope, &opened.id, raised.priority).await?;
        }
        escalation::insert(tx, scope, &raised).await?;
        Ok(())
    }

    /// The escalation itself; where it belongs is filled in by the caller.
    fn escalation(&self, data: &dataset::Escalation, answers: &Answers<'_>, phone: &Phone) -> Escalation {
        let state = match data.state.as_str() {
            "CLAIMED" => escalation::State::Claimed,
            "REVIEWED" => escalation::State::Reviewed,
            "DISMISSED" => escalation::State::Dismissed,
            _ => escalation::State::Open,
        };
        let is_urgent = is_emergency(&data.question);
        let dismissed_reason = match data.dismissed.as_deref() {
            Some("spam") => DismissReason::Spam,
            Some("duplicate") => DismissReason::Duplicate,
            Some("not_a_question") => DismissReason::NotAQuestion,
            _ => DismissReason::None,
        };
        let reviewed_ms = data.reviewed_minutes_ago.map(|minutes| self.ago(minutes));
        let suggested = data.suggested.as_ref().and_then(|s| answers.get(s.question.as_str()));
        let closest = suggested.zip(data.suggested.as_ref().map(|s| s.confidence));
        let claimed_by = data.claimed_by.as_ref().map(|id| UserId(id.clone()));
        Escalation {
            state,
            answer: data.answer.clone().unwrap_or_default(),
            bot_trained: data.bot_trained,
            notify: data.notified.then(|| Notify {
                to: phone.as_str().to_owned(),
                notify: true,
                channel: NoticeChannel::Text,
            }),
            suggested_answer: suggested.map(|a| a.answer.clone()).unwrap_or_default(),
            suggested_question: suggested.map(|a| a.question.clone()).unwrap_or_default(),
            suggested_source: suggested.map(|a| a.source.clone()).unwrap_or_default(),
            suggested_category: escalation::suggested_category(&data.question, closest),
            suggested_confidence: data.suggested.as_ref().map_or(0.0, |s| s.confidence),
            reviewed_by: reviewed_ms.and(claimed_by.clone()),
            claimed_by,
            dismissed_reason,
            reviewed_ms,
            urgent: is_urgent,
            priority: platform::Priority::initial(is_urgent),
            ..escalation::opened(self.ids.next(self.now), "".into(), data.question.clone(), self.now)
        }
    }

    pub(super) fn ago(&self, minutes: u64) -> Timestamp {
        self.now.minus(Duration::from_secs(minutes * 60))
    }
}

/// Returns whether the bot answered a resident's text, or escalated it to staff.
fn is_bot_question(data: &dataset::Conversation, place: usize) -> bool {
    let answered = data.messages.get(place + 1).is_some_and(|next| next.answers.is_some());
    answered || data.escalation.as_ref().is_some_and(|escalated| escalated.message == place)
}

/// Returns the bot's decision behind a reply; `None` if the message is not an answer of the bot.
fn decision(message: &dataset::Message, answers: &Answers<'_>) -> Option<Decision> {
    let answer = answers.get(message.answers.as_deref()?)?;
    Some(Decision {
        answer_id: answer.id.to_string(),
        question: answer.question.clone(),
        category: answer.category.clone(),
        is_learned: answer.is_learned(),
        source: answer.source.clone(),
        confidence: message.confidence.unwrap_or(1.0),
        answered: true,
        ..Decision::default()
    })
}
