//! Computes the metrics of an evaluation from the results of all questions.
use serde_json::{Value, json};

/// The result of a question.
pub struct QuestionResult {
    /// Whether an entry answers the question.
    pub in_scope: bool,
    /// Rank of that entry, from 0 for the best match; `None` if it was not found.
    pub place: Option<usize>,
    /// Confidence in the best match, from 0 to 1.
    pub confidence: f32,
    /// Whether the best match was sent as the answer.
    pub answered: bool,
    /// Number of candidates of a disambiguation; 0 without one.
    pub choices: usize,
    /// Time to rank and decide in milliseconds.
    pub took_ms: f64,
}

impl QuestionResult {
    fn can_pick(&self) -> bool {
        self.place.is_some_and(|place| place < self.choices)
    }

    fn right(&self) -> bool {
        self.in_scope && self.place == Some(0)
    }
}

/// The metrics of an evaluation. Shares are from 0 to 1, and `None` if there was no such question.
#[derive(Debug, PartialEq)]
pub struct Metrics {
    /// Share of the in-scope questions whose entry ranked first.
    pub accuracy_at_1: Option<f64>,
    /// Share of the in-scope questions whose entry ranked among the first three.
    pub accuracy_at_3: Option<f64>,
    /// Probability that an in-scope question has a higher confidence than an out-of-scope question.
    pub auroc: Option<f64>,
    /// Share of the in-scope questions that were answered, correctly or not.
    pub answered_share: Option<f64>,
    /// Share of all answers that were wrong. Every answer to an out-of-scope question is wrong.
    pub answered_wrong_share: Option<f64>,
    /// Share of the in-scope questions that lead to a disambiguation.
    pub disambiguation_share: Option<f64>,
    /// Share of these whose entry is among the candidates.
    pub disambiguation_correct_share: Option<f64>,
    /// Share of the out-of-scope questions that lead to a disambiguation.
    pub disambiguation_out_of_scope_share: Option<f64>,
    /// Share of the out-of-scope questions that were escalated to staff.
    pub out_of_scope_recall: Option<f64>,
    /// Share of the in-scope questions whose entry ranked first with a higher confidence than 90 percent of the
    /// out-of-scope questions.
    pub in_scope_correct_at_90_oos_recall: Option<f64>,
    /// Median time of a question in milliseconds.
    pub p50_ms: Option<f64>,
    /// 99th percentile of the time of a question in milliseconds.
    pub p99_ms: Option<f64>,
}

impl Metrics {
    /// Computes the metrics from the results of all questions.
    pub fn of(asked: &[QuestionResult]) -> Self {
        let (inside, outside): (Vec<&QuestionResult>, Vec<&QuestionResult>) =
            asked.iter().partition(|asked| asked.in_scope);
        let answers: Vec<&QuestionResult> = asked.iter().filter(|asked| asked.answered).collect();
        let back: Vec<&QuestionResult> = inside.iter().copied().filter(|asked| asked.choices > 0).collect();
        let mut strange: Vec<f32> = outside.iter().map(|asked| asked.confidence).collect();
        strange.sort_by(f32::total_cmp);
        let refused = strange.get((strange.len() * 9).div_ceil(10).saturating_sub(1)).copied();
        let kept = |limit: f32| share(&inside, |asked| asked.right() && asked.confidence > limit);
        let mut took: Vec<f64> = asked.iter().map(|asked| asked.took_ms).collect();
        took.sort_by(f64::total_cmp);
        let within =
            |percent: usize| took.get((took.len() * percent).div_ceil(100).saturating_sub(1)).copied();
        Self {
            accuracy_at_1: share(&inside, |asked| asked.right()),
            accuracy_at_3: share(&inside, |asked| asked.place.is_some_and(|place| place < 3)),
            auroc: area(&inside, &strange),
            answered_share: share(&inside, |asked| asked.answered),
            answered_wrong_share: share(&answers, |asked| !asked.right()),
            disambiguation_share: share(&inside, |asked| asked.choices > 0),
            disambiguation_correct_share: share(&back, QuestionResult::can_pick),
            disambiguation_out_of_scope_share: share(&outside, |asked| asked.choices > 0),
            out_of_scope_recall: share(&outside, |asked| !asked.answered),
            in_scope_correct_at_90_oos_recall: refused.and_then(kept),
            p50_ms: within(50),
            p99_ms: within(99),
        }
    }

    fn named(&self) -> [(&'static str, Option<f64>); 12] {
        [
            ("accuracy_at_1", self.accuracy_at_1),
            ("accuracy_at_3", self.accuracy_at_3),
            ("auroc", self.auroc),
            ("answered_share", self.answered_share),
            ("answered_wrong_share", self.answered_wrong_share),
            ("disambiguation_share", self.disambiguation_share),
            ("disambiguation_correct_share", self.disambiguation_correct_share),
            ("disambiguation_out_of_scope_share", self.disambiguation_out_of_scope_share),
            ("out_of_scope_recall", self.out_of_scope_recall),
            ("in_scope_correct_at_90_oos_recall", self.in_scope_correct_at_90_oos_recall),
            ("p50_ms", self.p50_ms),
            ("p99_ms", self.p99_ms),
        ]
    }

    /// Returns the metrics as one JSON object, with `null` for a missing value.
    pub fn json(&self) -> Value {
        self.named().into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect()
    }

    /// Returns the metrics as text, one per line.
    pub fn table(&self) -> String {
        let said =
            |value: Option<f64>| value.map_or("none to measure".to_owned(), |value| format!("{value:.3}"));
        let lines = self.named().map(|(name, value)| format!("{name:<36}{}", said(value)));
        lines.join("\n")
    }
}

fn share(of: &[&QuestionResult], counts: impl Fn(&QuestionResult) -> bool) -> Option<f64> {
    (!of.is_empty()).then(|| of.iter().filter(|asked| counts(asked)).count() as f64 / of.len() as f64)
}

/// Returns the area under the ROC curve. `outside` contains the confidences of the out-of-scope questions in ascending
/// order.
fn area(inside: &[&QuestionResult], outside: &[f32]) -> Option<f64> {
    let below = |asked: &&QuestionResult| {
        let less = outside.partition_point(|other| *other < asked.confidence);
        let equal = outside.partition_point(|other| *other <= asked.confidence) - less;
        less as f64 + equal as f64 / 2.0
    };
    let pairs = inside.len() * outside.len();
    (pairs > 0).then(|| inside.iter().map(below).sum::<f64>() / pairs as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inside(place: Option<usize>, confidence: f32, answered: bool) -> QuestionResult {
        QuestionResult {
            in_scope: true,
            place,
            confidence,
            answered,
            choices: if answered { 0 } else { 2 },
            took_ms: 1.0,
        }
    }

    fn outside(confidence: f32, answered: bool) -> QuestionResult {
        QuestionResult { in_scope: false, place: None, confidence, answered, choices: 0, took_ms: 3.0 }
    }

    #[test]
    fn each_share_refers_to_its_own_questions() {
        let questions = [
            inside(Some(0), 0.9, true),
            inside(Some(1), 0.8, true),
            inside(Some(0), 0.4, false),
            inside(None, 0.3, false),
            outside(0.7, true),
            outside(0.1, false),
        ];
        let metrics = Metrics::of(&questions);
        assert_eq!((metrics.accuracy_at_1, metrics.accuracy_at_3), (Some(0.5), Some(0.75)));
        assert_eq!((metrics.answered_share, metrics.answered_wrong_share), (Some(0.5), Some(2.0 / 3.0)));
        assert_eq!(
            (metrics.disambiguation_share, metrics.disambiguation_correct_share),
            (Some(0.5), Some(0.5))
        );
        assert_eq!(metrics.disambiguation_out_of_scope_share, Some(0.0));
        assert_eq!(metrics.out_of_scope_recall, Some(0.5));
        assert_eq!(metrics.in_scope_correct_at_90_oos_recall, Some(0.25));
        // Of the eight pairs, two have the one out of scope ahead.
        assert_eq!(metrics.auroc, Some(0.75));
        assert_eq!((metrics.p50_ms, metrics.p99_ms), (Some(1.0), Some(3.0)));
    }

    #[test]
    fn equal_confidences_count_half_in_auroc() {
        assert_eq!(Metrics::of(&[inside(Some(0), 0.5, true), outside(0.5, true)]).auroc, Some(0.5));
    }

    #[test]
    fn metrics_without_questions_are_null() {
        let metrics = Metrics::of(&[inside(Some(0), 0.5, false)]).json();
        assert_eq!(metrics["accuracy_at_1"], 1.0);
        for name in
            ["auroc", "answered_wrong_share", "out_of_scope_recall", "in_scope_correct_at_90_oos_recall"]
        {
            assert!(metrics[name].is_null(), "{name}");
        }
    }
}
