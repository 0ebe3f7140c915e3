//! Which questions count, which of them are one, and which come first.
use std::time::Duration;

use answering::{MOST_TEXTS, Match, Thresholds};
use platform::Timestamp;

use super::model::{Asked, Gap, Gaps, Near};
use crate::{bot::Mind, knowledge::Answer};

/// After so long a question counts half.
const HALF_LIFE: Duration = Duration::from_secs(30 * 24 * 3600);
/// An answer that the bot had with this confidence was there for staff to send.
const COULD_BE_SENT: f64 = 0.5;

/// What is known, and which of it holds.
pub struct Known<'a> {
    pub mind: &'a Mind,
    /// How sure the bot must be.
    pub caution: Thresholds,
    /// It is what the bot answers these texts from; otherwise it is a part of that.
    pub whole: bool,
    /// Whether an answer holds no longer.
    pub expired: &'a dyn Fn(&Answer) -> bool,
}

/// Groups texts, the newest first, and leaves out what is known by now. At most `limit` groups.
pub fn gaps(asked: Vec<Asked>, known: &Known<'_>, limit: usize, now: Timestamp) -> Gaps {
    let older = asked.len() > MOST_TEXTS;
    let asked: Vec<Asked> = asked.into_iter().take(MOST_TEXTS).filter(|text| in_vain(text, known)).collect();
    let texts: Vec<&str> = asked.iter().map(|text| text.body.as_str()).collect();
    let clusters = answering::clusters(&texts);
    let of = |cluster: &answering::Cluster| Gap {
        asked: cluster.members.iter().map(|at| asked[*at].clone()).collect(),
        wordings: cluster.typical.iter().map(|at| asked[*at].body.clone()).collect(),
        nearest: None,
    };
    let mut gaps: Vec<Gap> = clusters.iter().map(of).collect();
    gaps.sort_by(|one, other| {
        weight(other, now).total_cmp(&weight(one, now)).then(last(other).cmp(&last(one)))
    });
    let (asked, more) = (gaps.iter().map(|gap| gap.asked.len()).sum(), older || gaps.len() > limit);
    gaps.truncate(limit);
    for gap in &mut gaps {
        gap.nearest = gap.wordings.first().and_then(|wording| nearest(wording, known));
    }
    Gaps { gaps, asked, more }
}

/// The bot does not know it.
fn in_vain(text: &Asked, known: &Known<'_>) -> bool {
    if !known.whole && text.suggested >= COULD_BE_SENT {
        return false;
    }
    known.mind.reply(&text.body, None, &known.caution).is_none_or(|(answer, _)| (known.expired)(answer))
}

/// How often it was asked, of late above all.
fn weight(gap: &Gap, now: Timestamp) -> f64 {
    let lives = |text: &Asked| now.since(text.asked_ms).as_secs_f64() / HALF_LIFE.as_secs_f64();
    gap.asked.iter().map(|text| 0.5_f64.powf(lives(text))).sum()
}

fn last(gap: &Gap) -> (Timestamp, &str) {
    gap.asked.first().map(|text| (text.asked_ms, text.id.as_str())).unwrap_or_default()
}

/// The answer, or the question that waits for one, that comes nearest, unless that is far.
fn nearest(wording: &str, known: &Known<'_>) -> Option<Near> {
    let waiting = known.mind.waiting(wording);
    let matches = known.mind.rank(wording, None).into_iter().chain(waiting);
    let best = matches.max_by(|one: &Match, other| one.confidence.total_cmp(&other.confidence))?;
    let answer = known.mind.named(&best).filter(|_| best.confidence >= Thresholds::DEFAULT.suggest)?.clone();
    let expired = (known.expired)(&answer);
    Some(Near { answer, confidence: best.confidence, expired })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 24 * 3600 * 1000;

    fn text(id: usize, body: &str, days_ago: i64) -> Asked {
        Asked {
            id: format!("{id:04}"),
            community_id: "c".into(),
            phone: format!("+1202555{id:04}"),
            body: body.to_owned(),
            reply: String::new(),
            asked_ms: Timestamp((1_000 - days_ago) * DAY),
            open: true,
            suggested: 0.0,
        }
    }

    fn found(asked: Vec<Asked>, whole: bool) -> Gaps {
        let mind = Mind::new(vec![]);
        let known = Known { mind: &mind, caution: Thresholds::DEFAULT, whole, expired: &|_| false };
        gaps(asked, &known, 50, Timestamp(1_000 * DAY))
    }

    #[test]
    fn what_is_asked_often_and_lately_comes_first() {
        let asked = vec![
            text(0, "where is the sauna", 1),
            text(1, "are chickens allowed", 2),
            text(2, "can i keep chickens", 3),
            text(3, "is there a recycling day", 60),
            text(4, "when is the recycling day", 61),
            text(5, "recycling day?", 62),
        ];
        let found = found(asked, true);
        let first: Vec<&str> = found.gaps.iter().map(|gap| gap.asked[0].body.as_str()).collect();
        assert_eq!(first, ["are chickens allowed", "where is the sauna", "is there a recycling day"]);
        assert_eq!((found.asked, found.more), (6, false));
    }

    #[test]
    fn what_the_bot_had_an_answer_to_counts_only_where_that_is_known() {
        let drafted = || vec![Asked { suggested: 0.7, ..text(0, "where is the sauna", 1) }];
        assert_eq!(found(drafted(), false).gaps.len(), 0);
        // What the bot knows there by now says more.
        assert_eq!(found(drafted(), true).gaps.len(), 1);
    }

    #[test]
    fn more_than_are_looked_at_is_said() {
        let asked = (0..MOST_TEXTS + 1).map(|id| text(id, "where is the sauna", 1)).collect();
        let found = found(asked, true);
        assert_eq!((found.asked, found.more), (MOST_TEXTS, true));
    }
}
