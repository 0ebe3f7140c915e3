//! Which warnings are sent, and their email.
use super::model::{Level, Usage};
use crate::operations::mail::Email;

/// Returns the levels about which administrators are warned, up to the one that was reached.
#[must_use]
pub fn warned_levels(reached: Level) -> &'static [Level] {
    match reached {
        Level::Below => &[],
        Level::Near => &[Level::Near],
        Level::Reached => &[Level::Near, Level::Reached],
    }
}

/// Returns the email that warns an administrator.
#[must_use]
pub fn warning<'a>(to: &'a str, usage: &Usage, public_url: &str) -> Email<'a> {
    let Usage { community_label, used, included, .. } = usage;
    let month = usage.month.strftime("%B %Y");
    let subject = match usage.level() {
        Level::Reached => format!("{community_label} has used all of its text plan for {month}"),
        _ => format!("{community_label} has used 80% of its text plan for {month}"),
    };
    Email {
        to,
        subject,
        body: format!(
            "{community_label} has sent {used} text segments in {month}. Its plan includes {included}.\n\n\
             Texts will still be sent. The plan never stops them.\n\n\
             See all communities: {public_url}/admin?section=communities\n"
        ),
        withheld: false,
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_plan_is_near_its_limit_from_80_percent_and_reached_from_100() {
        for (used, level) in [
            (0, Level::Below),
            (799, Level::Below),
            (800, Level::Near),
            (999, Level::Near),
            (1_000, Level::Reached),
            (5_000, Level::Reached),
        ] {
            assert_eq!(Level::of(used, 1_000), level, "{used}");
        }
    }

    #[test]
    fn the_email_names_the_community_the_month_and_the_numbers() {
        let usage = |used| Usage {
            community_id: "c".into(),
            community_label: "Harbor Row".into(),
            month: date(2026, 3, 1),
            used,
            included: 1_000,
        };
        let near = warning("dana@harborline.example", &usage(812), "https://parlor.example");
        assert_eq!(near.subject, "Harbor Row has used 80% of its text plan for March 2026");
        assert!(
            near.body.contains("812 text segments in March 2026. Its plan includes 1000."),
            "{}",
            near.body
        );
        let reached = warning("dana@harborline.example", &usage(1_000), "https://parlor.example");
        assert_eq!(reached.subject, "Harbor Row has used all of its text plan for March 2026");
    }
}
