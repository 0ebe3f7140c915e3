//! Results of a blast.
use super::BlastState;

/// Number of recipients of a blast by state. Each recipient counts once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlastCounts {
    pub pending: i64,
    pub sent: i64,
    pub delivered: i64,
    pub failed: i64,
    pub unknown: i64,
    pub canceled: i64,
    pub excluded: i64,
}

impl BlastCounts {
    /// Describes the results for the audit trail: "5 sent, 1 failed, 2 left out". In a canceled blast, recipients who
    /// were not sent the text are canceled.
    #[must_use]
    pub fn summary(&self, state: BlastState) -> String {
        let (pending, canceled) = match state {
            BlastState::Canceled => (0, self.canceled + self.pending),
            _ => (self.pending, self.canceled),
        };
        let always = [(self.sent + self.delivered, "sent"), (self.failed, "failed")];
        let others = [
            (self.unknown, "unconfirmed"),
            (pending, "not sent yet"),
            (canceled, "canceled"),
            (self.excluded, "left out"),
        ];
        let described = always.into_iter().chain(others.into_iter().filter(|(count, _)| *count > 0));
        described.map(|(count, what)| format!("{count} {what}")).collect::<Vec<_>>().join(", ")
    }
}

/// Number of recipients of a blast who replied, and number of texts that can be sent again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlastResponses {
    pub replies: i64,
    /// Number of replies that opted out.
    pub opt_outs: i64,
    /// Number of recipients who agreed after the blast asked for consent.
    pub opt_ins: i64,
    pub retryable: i64,
}

/// The results of a blast so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlastResults {
    /// Unset before sending starts.
    pub counts: Option<BlastCounts>,
    pub responses: BlastResponses,
}
