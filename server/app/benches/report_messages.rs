//! Two years of messages for reports, of a company with 500 communities and of smaller companies: texts, and for every
//! hundred of them four emails and four messages of web chats.
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use platform::{Db, Scope, dialect, ids::CompanyId};

use crate::report_channels::{self, CHAT_MESSAGES, CHATS, EMAILS, MAILBOXES, THREADS};

const MESSAGES: i64 = 10_000_000;
pub const COMMUNITIES: i64 = 2_000;
/// Number of communities of the large company; the others belong to companies with 25 communities.
const LARGE: i64 = 500;
const SMALL: i64 = 25;
/// Number of communities that the manager sees.
const MANAGED: i64 = 200;
const DAYS: i64 = 730;
pub const DAY_MS: i64 = 86_400_000;
const CHUNK: i64 = 100_000;
/// Number of texts of a blast in one hour of the large company.
const BUSY: i64 = 20_000;

/// Places `$2` to `$3` of the communities `$4` to `$5`, each with its time; a community has few messages per
/// hour. Ten places are one exchange in a conversation.
macro_rules! places {
    ($rest:expr) => {
        concat!(
            "WITH RECURSIVE c (k) AS (SELECT CAST($4 AS BIGINT) UNION ALL SELECT k + 1 FROM c WHERE k + 1 < $5),
                  s (i) AS (SELECT CAST($2 AS BIGINT) UNION ALL SELECT i + 1 FROM s WHERE i + 1 < $3),
                  place AS (SELECT i, k, 'bulk-' || (10000000 + i) || '-' || (10000 + k) AS id,
                      'bulk-' || (10000 + k) || '-' || ((i / 10 + k) % 25) AS conversation_id,
                      CAST($6 AS BIGINT) + i / 2 * CAST($7 AS BIGINT) + i % 2 * 5000 + k * 7919 % 25200 * 1000 AS at_ms,
                      (i * 31 + k * 17) % 120 AS answer
                  FROM s CROSS JOIN c) ",
            $rest
        )
    };
}

pub(crate) use places;

/// The texts of an exchange: two questions that the bot answers, one that staff answer, two texts of a blast,
/// and thanks.
macro_rules! texts {
    ($json:literal) => {
        concat!(
            "INSERT INTO message (company_id, id, conversation_id, direction, author, staff_id, body, status, decision,
                 blast_id, segments, created_ms) ",
            places!(concat!(
                "SELECT $1, id, conversation_id, CASE WHEN i % 10 IN (1, 3, 6, 7, 8) THEN 2 ELSE 1 END,
                        CASE WHEN i % 10 IN (1, 3) THEN 2 WHEN i % 10 IN (6, 7, 8) THEN 3 ELSE 1 END,
                        CASE WHEN i % 10 = 6 THEN 'bulk-staff-' || (k % 40) END,
                        'Thank you, that helps. See you there on Tuesday at seven.',
                        CASE WHEN i % 10 = 8 AND (i / 10 + k) % 5 = 0 THEN 7 WHEN i % 10 IN (1, 3, 6, 7, 8) THEN 5 ELSE 1 END,
                        CASE WHEN i % 10 IN (1, 3) THEN ('{\"answer_id\":\"answer-' || answer || '\",\"question\":\"Where?\",
                            \"category\":\"Category ' || (answer % 15) || '\",\"is_learned\":'
                            || CASE WHEN answer % 6 = 0 THEN 'true' ELSE 'false' END || ',\"source\":\"\",\"confidence\":0.9,
                            \"next_question\":\"\",\"next_confidence\":0.0,\"took_ms\":40,\"answered\":true}')",
                $json,
                " END,
                        CASE WHEN i % 10 IN (7, 8) THEN 'bulk-blast-' || (i / 10) END,
                        CASE WHEN i % 10 IN (1, 3, 6, 7, 8) THEN 1 + CAST(k % 2 AS INTEGER) ELSE 0 END, at_ms
                 FROM place"
            ))
        )
    };
}
const ESCALATIONS: &str = concat!(
    "INSERT INTO escalation (company_id, id, community_id, conversation_id, message_id, state, reviewed, question, answer,
         bot_trained, suggested_answer, suggested_question, suggested_source, suggested_confidence, dismissed_reason,
         asked_ms, reviewed_ms, reviewed_by, suggested_category) ",
    places!(
        "SELECT $1, id, 'bulk-' || (10000 + k), conversation_id, id, 3, TRUE, 'Where?', 'There.', i / 10 % 4 = 0, '',
                CASE WHEN k % 3 = 0 THEN '' ELSE 'Where?' END, '', 0.0, 0, at_ms,
                at_ms + (1 + (i * 37 + k * 11) % 600) * 60000, 'bulk-staff-' || (k % 40), 'Category ' || (answer % 15)
         FROM place WHERE i % 10 = 5"
    )
);

/// A blast of `$2` texts in the hour `$3`.
const BLAST: &str = "INSERT INTO message (company_id, id, conversation_id, direction, author, body, status, blast_id, segments,
         created_ms)
     WITH RECURSIVE n (i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $2)
     SELECT $1, 'busy-' || (1000000 + i), 'bulk-' || (10000 + i % 500) || '-' || (i / 500 % 25), 2, 3,
            'The water is off on Tuesday from nine to noon.', 5, 'busy', 1, $3 + i * 150
     FROM n";

fn messages() -> i64 {
    std::env::var("PARLOR_REPORT_MESSAGES").map_or(MESSAGES, |number| number.parse().unwrap())
}

pub fn now_ms() -> i64 {
    i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap()
}

/// Returns the time of the first message, which is the same in each call.
pub fn begin_ms() -> i64 {
    static BEGIN: std::sync::OnceLock<i64> = std::sync::OnceLock::new();
    *BEGIN.get_or_init(|| now_ms() - DAYS * DAY_MS)
}

pub fn busy_hour_ms() -> i64 {
    let hour = begin_ms() + (DAYS - 3) * DAY_MS;
    hour - hour % 3_600_000
}

pub fn large() -> Scope {
    Scope::of_company(&CompanyId("company-harborline".into()))
}

/// Returns the company of a community, by its number.
pub fn company(community: i64) -> String {
    match community {
        ..LARGE => "company-harborline".into(),
        _ => format!("bulk-company-{}", (community - LARGE) / SMALL),
    }
}

/// Stores all messages.
pub async fn load(db: &Db) {
    let begun = Instant::now();
    let slots = messages() / COMMUNITIES;
    for (first, last) in std::iter::once((0, LARGE))
        .chain((LARGE..COMMUNITIES).step_by(25).map(|first| (first, first + SMALL)))
    {
        let company = company(first);
        let scope = Scope::of_company(&CompanyId(company.clone()));
        communities(db, &scope, (first, last)).await;
        let chunk = (CHUNK / (last - first)).max(1);
        for from in (0..slots).step_by(usize::try_from(chunk).unwrap()) {
            let mut tx = db.write(&scope).await.unwrap();
            for sql in [
                dialect(texts!(""), texts!("::JSONB")),
                ESCALATIONS.into(),
                EMAILS.into(),
                CHAT_MESSAGES.into(),
                report_channels::ESCALATIONS.into(),
            ] {
                let query = tx.query(sql).bind(company.as_str()).bind(from).bind(slots.min(from + chunk));
                let query = query.bind(first).bind(last).bind(begin_ms()).bind(2 * DAYS * DAY_MS / slots);
                query.run().await.unwrap();
            }
            tx.commit().await.unwrap();
        }
    }
    let mut tx = db.write(&large()).await.unwrap();
    tx.query(BLAST).bind("company-harborline").bind(BUSY).bind(busy_hour_ms()).run().await.unwrap();
    let sql = "INSERT INTO staff_community (company_id, staff_id, community_id, position)
               SELECT $1, s.id, l.community_id, 0 FROM staff s JOIN company_community l ON l.company_id = $1
               WHERE s.company_id = $1 AND s.email = 'manager@harborline.example' AND l.community_id >= 'bulk-10000'
                 AND l.community_id < 'bulk-' || $2";
    tx.query(sql).bind("company-harborline").bind((10_000 + MANAGED).to_string()).run().await.unwrap();
    tx.commit().await.unwrap();
    println!("{} messages were stored in {:.0} s", messages(), begun.elapsed().as_secs_f64());
}

/// Stores a company, unless it exists in the demo, with its communities and 25 conversations, email threads and web
/// chats in each.
async fn communities(db: &Db, scope: &Scope, (first, last): (i64, i64)) {
    let mut tx = db.found(scope).await.unwrap();
    for sql in [
        "INSERT INTO company (id, name, name_key, label, dashboard_options, created_ms)
         SELECT $1, $1, $1, $1, dashboard_options, 0 FROM company WHERE id = 'company-parlor' AND $2 < $3
         ON CONFLICT (id) DO NOTHING",
        "INSERT INTO community (id, tag, time_zone, units, is_training, knowledge_version, created_ms)
         WITH RECURSIVE c (k) AS (SELECT CAST($2 AS BIGINT) UNION ALL SELECT k + 1 FROM c WHERE k + 1 < $3)
         SELECT 'bulk-' || (10000 + k), 'Elm_Street_' || (10000 + k), 'America/New_York', 0, FALSE, 0, 0
         FROM c WHERE $1 <> ''",
        "INSERT INTO company_community (company_id, community_id, name_key)
         WITH RECURSIVE c (k) AS (SELECT CAST($2 AS BIGINT) UNION ALL SELECT k + 1 FROM c WHERE k + 1 < $3)
         SELECT $1, 'bulk-' || (10000 + k), 'elm street ' || (10000 + k) FROM c",
        "INSERT INTO conversation (company_id, id, community_id, phone, number, state, preview, last_message_ms)
         WITH RECURSIVE c (k) AS (SELECT CAST($2 AS BIGINT) UNION ALL SELECT k + 1 FROM c WHERE k + 1 < $3),
              p (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM p WHERE i < 24)
         SELECT $1, 'bulk-' || (10000 + k) || '-' || i, 'bulk-' || (10000 + k), '+1999' || (1000000 + k * 25 + i), '', 1,
                'See you there.', 0 FROM c CROSS JOIN p",
        MAILBOXES,
        THREADS,
        CHATS,
    ] {
        tx.query(sql).bind(scope.company().as_str()).bind(first).bind(last).run().await.unwrap();
    }
    tx.commit().await.unwrap();
}
