//! What happened in the demo's communities in the weeks before its story: made up by rules, the same each time.
use std::collections::BTreeMap;

use jiff::{ToSpan, civil::Date, tz::TimeZone};
use platform::{
    Fault, Ids, Scope, Timestamp, Tx,
    ids::{CommunityId, UserId},
    phone::Phone,
};
use serde::Deserialize;

use super::{Maker, dataset, story::Answers};
use crate::{
    knowledge::answer::Answer,
    messaging::{
        escalation::{self, DismissReason, Escalation, State},
        thread::{self, Author, Decision, MessageId, PastConversation, PastMessage, Resident},
    },
    reporting::report,
    residents::{
        consent::{self, ConsentSource, Evidence},
        homeowner::HomeownerKind,
    },
};

const HISTORY: &str = include_str!("../../demo/history.json");
/// Residents of a community who text in its history.
const RESIDENTS: u64 = 40;
/// Days between two residents of a community who opt out.
const OPT_OUT_DAYS: u32 = 24;
/// What an hour of staff costs the company, in cents.
const HOURLY_COST_CENTS: i32 = 3_600;
/// In past blasts, one text in this many was not delivered.
const UNDELIVERED_ONE_IN: usize = 23;
const MINUTE_MS: i64 = 60_000;
/// Texts of a day by the hour of their question, from 7 AM to 10 PM.
const HOURS: [u64; 16] = [2, 4, 8, 9, 8, 7, 5, 5, 6, 6, 7, 9, 8, 6, 4, 2];
/// Users of the demo who answer.
const STAFF: [&str; 3] = ["staff-harborline-admin", "staff-harborline-manager", "staff-harborline-manager"];

#[derive(Deserialize)]
struct History {
    first_names: Vec<String>,
    last_names: Vec<String>,
    communities: Vec<CommunityHistory>,
    blasts: Vec<PastBlast>,
}

#[derive(Deserialize)]
struct CommunityHistory {
    tag: String,
    area_code: String,
    questions_per_day: u64,
    questions: Vec<StaffQuestion>,
}

/// A question that the bot left to staff.
#[derive(Deserialize)]
struct StaffQuestion {
    question: String,
    answer: String,
    category: String,
}

#[derive(Deserialize)]
struct PastBlast {
    id: String,
    title: String,
    body: String,
    communities: Vec<String>,
    staff: String,
    days_ago: u32,
}

/// A community while its history is made.
struct Chronicle<'a> {
    ids: Ids,
    now: i64,
    community: CommunityId,
    history: &'a CommunityHistory,
    conversations: Vec<PastConversation>,
    messages: Vec<PastMessage>,
    escalations: Vec<Escalation>,
}

impl Maker<'_> {
    /// The texts of a community in the days of the history. Nothing in it waits for staff.
    pub(super) async fn community_history(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        community: &dataset::Community,
        answers: &Answers<'_>,
    ) -> Result<(), Fault> {
        let history: History = serde_json::from_str(HISTORY).map_err(Fault::internal)?;
        let Some(of_community) = history.communities.iter().find(|one| one.tag == community.tag) else {
            return Ok(());
        };
        let mut chronicle = Chronicle {
            ids: Ids::from_seed(of_community.questions_per_day),
            now: self.now.0,
            community: community.id(),
            history: of_community,
            conversations: Vec::new(),
            messages: Vec::new(),
            escalations: Vec::new(),
        };
        let zone = TimeZone::get(community.time_zone()).unwrap_or(TimeZone::UTC);
        let known: BTreeMap<&str, &Answer> = answers.iter().map(|(question, one)| (*question, one)).collect();
        let known: Vec<&Answer> = known.into_values().collect();
        for place in 0..RESIDENTS {
            let (phone, resident) = resident(&history, of_community, place)?;
            thread::insert_resident(tx, scope, &community.id(), &phone, &resident).await?;
            let id = chronicle.ids.next(self.now);
            chronicle.conversations.push(PastConversation { id, phone });
        }
        let today = self.now.date_in(community.time_zone());
        for days_ago in (0..=self.history_days).rev() {
            let day = today.saturating_sub(i64::from(days_ago).days());
            chronicle.day(day, days_ago, &zone, &known)?;
        }
        let first = chronicle.conversations.len();
        let days = (self.history_days / 2..self.history_days).step_by(OPT_OUT_DAYS as usize);
        for (place, days_ago) in (RESIDENTS..).zip(days) {
            let (phone, _) = resident(&history, of_community, place)?;
            chronicle.opt_out(phone, self.ago(u64::from(days_ago) * 1_440), community);
        }
        let Chronicle { conversations, messages, escalations, ids, .. } = chronicle;
        let number = &community.number;
        thread::add_past(tx, scope, &community.id(), number, &conversations, &messages).await?;
        for opted_out in conversations.get(first..).unwrap_or_default() {
            let Some(message) = messages.iter().find(|one| one.conversation == opted_out.id) else {
                continue;
            };
            let evidence = Evidence {
                source: ConsentSource::Keyword,
                words: &message.body,
                message: Some(message.id.as_str()),
            };
            consent::record_past_opt_out(tx, scope, &ids, &opted_out.phone, &evidence, message.at).await?;
        }
        for escalation in &escalations {
            escalation::insert(tx, scope, escalation).await?;
        }
        Ok(())
    }

    /// The text blasts of a company in the days of the history, and what its reports assume.
    pub(super) async fn company_history(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        company: &dataset::Company,
        communities: &[dataset::Community],
    ) -> Result<(), Fault> {
        let history: History = serde_json::from_str(HISTORY).map_err(Fault::internal)?;
        if history.communities.iter().any(|one| company.communities.contains(&one.tag)) {
            report::assume_hourly_cost(tx, scope, HOURLY_COST_CENTS).await?;
        }
        for past in history.blasts.into_iter().filter(|past| past.days_ago <= self.history_days) {
            if !company.staff.iter().any(|person| person.id == past.staff) {
                continue;
            }
            let from = dataset::Blast {
                id: past.id,
                title: past.title,
                body: past.body,
                communities: past.communities,
                staff: past.staff,
                minutes_ago: u64::from(past.days_ago) * 1_440,
                finished: true,
                undelivered_one_in: Some(UNDELIVERED_ONE_IN),
            };
            self.blast(tx, scope, &from, communities).await?;
        }
        Ok(())
    }
}

/// A resident of a history by their place in it.
fn resident(history: &History, of: &CommunityHistory, place: u64) -> Result<(Phone, Resident), Fault> {
    let index = usize::try_from(place).unwrap_or_default();
    let pick = |names: &[String], step: usize| {
        names.get((index * step + of.tag.len()) % names.len().max(1)).cloned().unwrap_or_default()
    };
    let phone = Phone::parse("phone", &format!("+1{}555{:04}", of.area_code, 100 + place))?;
    let name = format!("{} {}", pick(&history.first_names, 7), pick(&history.last_names, 5));
    let unit = format!("{}", 101 + (place / 8) * 100 + place % 8);
    let kind = if place % 4 == 3 { HomeownerKind::Tenant } else { HomeownerKind::Owner };
    Ok((phone, Resident { name, unit, kind, email: String::new() }))
}

impl Chronicle<'_> {
    /// The questions of a day: fewer on weekends, a little more from week to week.
    fn day(&mut self, day: Date, days_ago: u32, zone: &TimeZone, known: &[&Answer]) -> Result<(), Fault> {
        let weekend = if day.weekday().to_monday_zero_offset() > 4 { 55 } else { 100 };
        let growth = 118_u64.saturating_sub(u64::from(days_ago) / 3);
        let chance = 75 + self.ids.below(50);
        let questions = self.history.questions_per_day * weekend * growth * chance / 1_000_000;
        for _ in 0..questions {
            let hour = self.hour();
            let minute = i8::try_from(self.ids.below(60)).unwrap_or(0);
            let at = day.at(hour, minute, 0, 0).to_zoned(zone.clone()).map_err(Fault::internal)?;
            let at = at.timestamp().as_millisecond();
            // What is newest is the demo's story.
            if at > self.now - 3 * 60 * MINUTE_MS {
                continue;
            }
            // The bot learns: it leaves fewer questions to staff from week to week.
            if self.ids.below(100) < 14 + u64::from(days_ago) / 8 {
                self.escalation(at, zone);
            } else {
                self.answer(at, known);
            }
        }
        Ok(())
    }

    fn hour(&self) -> i8 {
        let mut left = self.ids.below(HOURS.iter().sum());
        for (hour, weight) in (7..).zip(HOURS) {
            if left < weight {
                return hour;
            }
            left -= weight;
        }
        12
    }

    /// Adds a message to a conversation, and returns its ID.
    fn message(&mut self, conversation: usize, at: i64, author: Author, body: &str) -> MessageId {
        let id: MessageId = self.ids.next(Timestamp(at));
        let conversation = self.conversations.get(conversation).map(|one| one.id.clone());
        self.messages.push(PastMessage {
            id: id.clone(),
            conversation: conversation.unwrap_or_else(|| String::new().into()),
            author,
            staff: None,
            body: body.to_owned(),
            decision: None,
            at: Timestamp(at),
        });
        id
    }

    /// A resident who opts out, and the confirmation.
    fn opt_out(&mut self, phone: Phone, at: Timestamp, community: &dataset::Community) {
        let place = self.conversations.len();
        self.conversations.push(PastConversation { id: self.ids.next(at), phone });
        self.message(place, at.0, Author::Resident, "STOP");
        let label = community.tag.replace('_', " ");
        self.message(
            place,
            at.0 + 2_000,
            Author::Bot,
            &consent::opt_out_confirmation(&label, "Harborline Management"),
        );
    }

    fn resident(&self) -> usize {
        usize::try_from(self.ids.below(RESIDENTS)).unwrap_or_default()
    }

    /// A question that the bot answers; a few answers are asked for more than others.
    fn answer(&mut self, at: i64, known: &[&Answer]) {
        let most = known.len() as u64;
        let place = self.ids.below(most).min(self.ids.below(most));
        // Neighbors in the order of questions are of different categories.
        let Some(answer) = known.get(usize::try_from(place * 7 % most.max(1)).unwrap_or_default()) else {
            return;
        };
        let wordings = answer.samples.len() as u64 + 1;
        let wording = usize::try_from(self.ids.below(wordings)).unwrap_or_default();
        let question = answer.samples.get(wording).unwrap_or(&answer.question);
        let conversation = self.resident();
        self.message(conversation, at, Author::Resident, question);
        self.message(conversation, at + 4_000, Author::Bot, &answer.answer);
        let decision = Decision {
            answer_id: answer.id.to_string(),
            question: answer.question.clone(),
            category: answer.category.clone(),
            is_learned: !answer.learned_samples.is_empty(),
            source: answer.source.clone(),
            confidence: 0.74 + self.ids.below(24) as f64 / 100.0,
            took_ms: 30 + self.ids.below(60) as i64,
            answered: true,
            ..Decision::default()
        };
        if let Some(reply) = self.messages.last_mut() {
            reply.decision = Some(decision);
        }
        if self.ids.below(9) == 0 {
            self.message(conversation, at + 2 * MINUTE_MS, Author::Resident, "Thanks!");
        }
    }

    /// A question that staff answer, or dismiss.
    fn escalation(&mut self, at: i64, zone: &TimeZone) {
        let history = self.history;
        let place = usize::try_from(self.ids.below(history.questions.len() as u64)).unwrap_or_default();
        let Some(StaffQuestion { question, answer, category }) = history.questions.get(place) else { return };
        let wait = (6 + self.ids.below(40)) * (1 + self.ids.below(5));
        let reviewed = opened(at, zone) + i64::try_from(wait).unwrap_or_default() * MINUTE_MS;
        if reviewed > self.now - 5 * MINUTE_MS {
            return;
        }
        let conversation = self.resident();
        let message_id = self.message(conversation, at, Author::Resident, question);
        let is_answered = self.ids.below(12) > 0;
        let picked = usize::try_from(self.ids.below(STAFF.len() as u64)).unwrap_or_default();
        let staff = STAFF.get(picked).map(|id| UserId((*id).to_owned()));
        if is_answered {
            self.message(conversation, reviewed, Author::Staff, answer);
            if let Some(reply) = self.messages.last_mut() {
                reply.staff.clone_from(&staff);
            }
        }
        let Some(conversation_id) = self.conversations.get(conversation).map(|one| one.id.clone()) else {
            return;
        };
        self.escalations.push(Escalation {
            id: self.ids.next(Timestamp(at)),
            community_id: self.community.clone(),
            conversation_id: Some(conversation_id),
            message_id: Some(message_id),
            email_thread_id: None,
            email_message_id: None,
            state: if is_answered { State::Reviewed } else { State::Dismissed },
            question: question.clone(),
            answer: if is_answered { answer.clone() } else { String::new() },
            bot_trained: is_answered && self.ids.below(3) == 0,
            notify: None,
            suggested_answer: String::new(),
            suggested_question: String::new(),
            suggested_source: String::new(),
            suggested_confidence: 0.0,
            suggested_expired: false,
            suggested_category: category.clone(),
            claimed_by: staff.clone(),
            reviewed_by: staff,
            dismissed_reason: if is_answered { DismissReason::None } else { DismissReason::Duplicate },
            asked_ms: Timestamp(at),
            reviewed_ms: Some(Timestamp(reviewed)),
            undo: None,
            urgent: false,
            priority: platform::Priority::Normal,
            is_test: false,
            language: String::new(),
            mail_id: None,
        });
    }
}

/// Returns the time, or the next one at which the office is open: from 9 AM to 5 PM, from Monday to Friday.
fn opened(at: i64, zone: &TimeZone) -> i64 {
    let zoned = jiff::Timestamp::from_millisecond(at).unwrap_or_default().to_zoned(zone.clone());
    let is_weekday = |day: Date| day.weekday().to_monday_zero_offset() < 5;
    if is_weekday(zoned.date()) && (9..17).contains(&zoned.hour()) {
        return at;
    }
    let first = if zoned.hour() < 9 { zoned.date() } else { zoned.date().saturating_add(1.day()) };
    let day = (0..7).map(|days| first.saturating_add(days.days())).find(|day| is_weekday(*day));
    let open = day.unwrap_or(first).at(9, 0, 0, 0).to_zoned(zone.clone());
    open.map_or(at, |open| open.timestamp().as_millisecond())
}
