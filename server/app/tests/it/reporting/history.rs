//! Random histories of messages, with an independent count.
use std::collections::BTreeMap;

use platform::Scope;
use serde_json::json;
use sqlx::types::Json;

use super::MERIDIAN;
use crate::support::*;

pub const MINUTE: i64 = 60_000;
const DAY: i64 = 86_400_000;
const HOUR: i64 = 3_600_000;
/// The first day of histories, 2025-03-07. Stored counts are in blocks of 90 days, one of which begins on
/// March 13.
const BEGIN: i64 = 1_741_305_600_000;
/// Number of days in a history.
const DAYS: i64 = 8;
/// Categories of the answers by their number; the last answer was deleted.
const CATEGORIES: [&str; 3] = ["Parking", "Pets", ""];
const HANDED: [i32; 6] = [3, 4, 5, 6, 7, 11];

#[derive(Clone)]
struct Message {
    id: String,
    conversation: usize,
    at: i64,
    author: i32,
    status: i32,
    answer: Option<u64>,
    is_blast: bool,
    is_test: bool,
    segments: i32,
}

#[derive(Clone)]
struct Escalation {
    id: String,
    message: usize,
    state: i32,
    reviewed: Option<i64>,
    is_trained: bool,
    category: &'static str,
    has_suggestion: bool,
}

/// Messages and escalations of six conversations in two communities; some of them are test traffic.
pub struct History {
    seed: u64,
    messages: Vec<Message>,
    escalations: Vec<Escalation>,
}

/// The figures of some days, by independent count.
pub type Counted = BTreeMap<&'static str, Option<f64>>;

impl History {
    /// Returns the starts of the four days before the last four, of the last four, and of the time after
    /// them, in a time zone. The clocks in New York change on the third day.
    pub fn periods(time_zone: &str) -> [i64; 3] {
        let hours = if time_zone == "UTC" { [0, 0, 0] } else { [5, 4, 4] };
        [0, 1, 2].map(|place| BEGIN + place as i64 * 4 * DAY + hours[place] * HOUR)
    }

    pub fn random(seed: u64) -> Self {
        let mut history = Self { seed, messages: Vec::new(), escalations: Vec::new() };
        for n in 0..160 {
            let author = [1, 1, 2, 2, 3][history.below(5) as usize];
            let is_blast = author == 3 && history.below(2) == 0;
            let message = Message {
                id: format!("history-{seed}-{n:04}"),
                conversation: history.below(6) as usize,
                at: BEGIN + history.below(DAYS as u64 * 1_440) as i64 * MINUTE,
                author,
                status: if author == 1 { 1 } else { [2, 4, 5, 6, 7, 8, 10][history.below(7) as usize] },
                answer: (author == 2 && history.below(4) > 0).then(|| history.below(3)),
                is_blast,
                is_test: history.below(5) == 0,
                segments: if author == 1 { 0 } else { 1 + history.below(3) as i32 },
            };
            if author == 1 && history.below(3) == 0 {
                let state = [1, 3, 3, 4][history.below(4) as usize];
                let wait = 1 + history.below(2_000) as i64;
                let category = CATEGORIES[history.below(3) as usize];
                let has_suggestion = history.below(2) == 0;
                history.escalations.push(Escalation {
                    id: format!("escalation-{seed}-{n:04}"),
                    message: n,
                    state,
                    reviewed: (state > 2).then_some(message.at + wait * MINUTE),
                    is_trained: state == 3 && n % 2 == 0,
                    category,
                    has_suggestion,
                });
            }
            history.messages.push(message);
        }
        history
    }

    /// Returns a number below a bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.seed >> 33) % bound
    }

    fn community(conversation: usize) -> &'static str {
        if conversation < 3 { HARBOR_ROW } else { MERIDIAN }
    }

    /// Stores the history.
    pub async fn store(&self, server: &TestServer) {
        let mut tx = server.db.write(&Scope::of_company(&"company-harborline".into())).await.unwrap();
        for (place, category) in CATEGORIES.iter().enumerate().filter(|(_, one)| !one.is_empty()) {
            let sql = "INSERT INTO answer (company_id, id, category, question, question_key, sort_key, search_text, samples,
                     answer, source, version, used, updated_by, updated_ms)
                VALUES ('company-harborline', $1, $2, $1, $1, $1, $1, '[]', 'a', '', 1, 0, '', 0)";
            tx.query(sql).bind(format!("answer-{place}")).bind(*category).run().await.unwrap();
        }
        for place in 0..6 {
            let sql = "INSERT INTO conversation (company_id, id, community_id, phone, number, state, preview, last_message_ms)
                VALUES ('company-harborline', $1, $2, $3, '', 4, '', 0)";
            let query = tx.query(sql).bind(format!("history-{place}")).bind(Self::community(place));
            query.bind(format!("+1202555990{place}")).run().await.unwrap();
        }
        for one in &self.messages {
            let decision = one.answer.map(|answer| Json(json!({ "answer_id": format!("answer-{answer}"), "question": "",
                "category": CATEGORIES[answer as usize], "is_learned": answer == 1, "source": "", "confidence": 0.9, "next_question": "", "next_confidence": 0.0, "took_ms": 1, "answered": true })));
            let sql = "INSERT INTO message (company_id, id, conversation_id, direction, author, body, status, decision, blast_id,
                     segments, created_ms, is_test)
                VALUES ('company-harborline', $1, $2, $3, $4, 'Text', $5, $6, $7, $8, $9, $10)";
            let query = tx.query(sql).bind(one.id.as_str()).bind(format!("history-{}", one.conversation));
            let query = query
                .bind(if one.author == 1 { 1 } else { 2 })
                .bind(one.author)
                .bind(one.status)
                .bind(decision);
            query
                .bind(one.is_blast.then_some("blast-x"))
                .bind(one.segments)
                .bind(one.at)
                .bind(one.is_test)
                .run()
                .await
                .unwrap();
        }
        for one in &self.escalations {
            let message = &self.messages[one.message];
            let sql = "INSERT INTO escalation (company_id, id, community_id, conversation_id, message_id, state, reviewed, question,
                     answer, bot_trained, suggested_answer, suggested_question, suggested_source, suggested_confidence,
                     dismissed_reason, asked_ms, reviewed_ms, is_test, suggested_category)
                VALUES ('company-harborline', $1, $2, $3, $4, $5, $6, 'q', 'a', $7, '', $12, '', 0.0, 0, $8, $9, $10, $11)";
            let query = tx.query(sql).bind(one.id.as_str()).bind(Self::community(message.conversation));
            let query = query
                .bind(format!("history-{}", message.conversation))
                .bind(message.id.as_str())
                .bind(one.state);
            let query = query.bind(one.reviewed.is_some()).bind(one.is_trained).bind(message.at);
            let query = query.bind(one.reviewed).bind(message.is_test).bind(one.category);
            query.bind(if one.has_suggestion { "s" } else { "" }).run().await.unwrap();
        }
        tx.commit().await.unwrap();
    }

    /// Applies changes as by late reports of carriers and undone reviews.
    pub async fn change(&mut self, server: &TestServer) {
        let mut tx = server.db.write(&Scope::of_company(&"company-harborline".into())).await.unwrap();
        for place in (0..self.messages.len()).step_by(7) {
            let one = &mut self.messages[place];
            if one.author == 1 {
                continue;
            }
            one.status = if one.status == 5 { 7 } else { 5 };
            let sql = "UPDATE message SET status = $2 WHERE company_id = 'company-harborline' AND id = $1";
            tx.query(sql).bind(one.id.as_str()).bind(one.status).run().await.unwrap();
        }
        for one in self.escalations.iter_mut().step_by(2) {
            let at = self.messages[one.message].at;
            (one.state, one.is_trained) = if one.reviewed.is_some() { (1, false) } else { (3, true) };
            one.reviewed = if one.reviewed.is_some() { None } else { Some(at + 300 * MINUTE) };
            let sql = "UPDATE escalation SET state = $2, reviewed = $3, reviewed_ms = $4, bot_trained = $5
                WHERE company_id = 'company-harborline' AND id = $1";
            let query = tx.query(sql).bind(one.id.as_str()).bind(one.state).bind(one.reviewed.is_some());
            query.bind(one.reviewed).bind(one.is_trained).run().await.unwrap();
        }
        tx.commit().await.unwrap();
    }

    /// Counts the history in a span of time, in one community or both, for one category or all.
    pub fn recount(&self, (from, to): (i64, i64), community: &str, category: &str) -> Counted {
        let is_in = |at: i64, conversation: usize| {
            at >= from && at < to && (community.is_empty() || Self::community(conversation) == community)
        };
        let real: Vec<&Message> = self.messages.iter().filter(|m| !m.is_test).collect();
        let escalations: Vec<&Escalation> =
            self.escalations.iter().filter(|e| !self.messages[e.message].is_test).collect();
        let messages: Vec<&Message> = real.iter().filter(|m| is_in(m.at, m.conversation)).copied().collect();
        let count = |is_counted: &dyn Fn(&Message) -> bool| {
            Some(messages.iter().filter(|message| is_counted(message)).count() as f64)
        };
        let is_handed = |m: &Message| m.author != 1 && HANDED.contains(&m.status);
        let conversation = |e: &Escalation| self.messages[e.message].conversation;
        let question_time = |e: &Escalation| self.messages[e.message].at;
        let is_confirmed = |m: &Message| {
            let follows = |at: i64| at > m.at && at <= m.at + DAY;
            m.answer.is_some()
                && !escalations.iter().any(|e| conversation(e) == m.conversation && follows(question_time(e)))
                && !real
                    .iter()
                    .any(|r| r.conversation == m.conversation && follows(r.at) && r.answer == m.answer)
        };
        let is_of = |of: &str| category.is_empty() || of == category;
        let asked_in =
            || escalations.iter().filter(|e| is_of(e.category) && is_in(question_time(e), conversation(e)));
        let escalated = asked_in().count() as f64;
        // A suppressed or canceled answer was not given.
        let is_given = |m: &Message| ![8, 10].contains(&m.status);
        let is_answer =
            |m: &Message| is_given(m) && m.answer.is_some_and(|answer| is_of(CATEGORIES[answer as usize]));
        let reviewed = |state: i32| {
            escalations.iter().filter(move |e| {
                e.state == state
                    && is_of(e.category)
                    && e.reviewed.is_some_and(|at| is_in(at, conversation(e)))
            })
        };
        let answers = count(&is_answer).unwrap_or_default();
        let confirmed = count(&|m| is_answer(m) && is_confirmed(m));
        let mut waits: Vec<i64> =
            reviewed(3).map(|e| rounded((e.reviewed.unwrap_or(0) - question_time(e)) / MINUTE)).collect();
        waits.sort_unstable();
        let segments = messages
            .iter()
            .filter(|m| m.author != 1 && [4, 5, 6].contains(&m.status))
            .map(|m| f64::from(m.segments));
        let mut counted = BTreeMap::from([
            ("MESSAGES_IN", count(&|m| m.author == 1)),
            ("MESSAGES_OUT", count(&is_handed)),
            ("QUESTIONS", Some(answers + escalated)),
            ("BOT_ANSWERS", confirmed),
            (
                "BOT_SHARE",
                (answers + escalated > 0.0).then(|| confirmed.unwrap_or_default() / (answers + escalated)),
            ),
            ("ESCALATIONS", Some(escalated)),
            ("RESOLUTION", waits.get(waits.len().saturating_sub(1) / 2).map(|minutes| *minutes as f64)),
            ("LEARNED_ANSWERS_SENT", count(&|m| is_answer(m) && m.answer == Some(1))),
            ("ANSWERS_LEARNED", Some(reviewed(3).filter(|e| e.is_trained).count() as f64)),
            ("BLAST_DELIVERED", count(&|m| m.is_blast && m.status == 5)),
            ("BLAST_FAILED", count(&|m| m.is_blast && [6, 7].contains(&m.status))),
            ("STAFF_REPLIES", count(&|m| m.author == 3 && !m.is_blast && is_handed(m))),
            ("SEGMENTS", Some(segments.sum())),
            ("MINUTES_SAVED", confirmed.map(|confirmed| confirmed * 4.0)),
            ("UNANSWERED", Some(asked_in().filter(|e| !e.has_suggestion).count() as f64)),
        ]);
        if !category.is_empty() {
            for metric in [
                "MESSAGES_IN",
                "MESSAGES_OUT",
                "BLAST_DELIVERED",
                "BLAST_FAILED",
                "STAFF_REPLIES",
                "SEGMENTS",
            ] {
                counted.insert(metric, None);
            }
        }
        counted
    }
}

/// Rounds minutes like stored counts.
fn rounded(minutes: i64) -> i64 {
    let step = if minutes <= 120 {
        1
    } else if minutes <= 600 {
        5
    } else {
        30
    };
    (minutes + step / 2) / step * step
}
