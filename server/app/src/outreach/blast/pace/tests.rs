use super::*;
use crate::messaging::carrier::Kind::{Textline, Twilio};

/// Monday, March 2, 2026, at 7:00 in Pacific Time.
const NOW: Timestamp = Timestamp(1_772_463_600_000);
const UNTIL_MIDNIGHT: i64 = 17 * 3_600;

#[test]
fn the_rate_of_a_number_does_not_delay_other_numbers() {
    let mut pace = Pace::new(Rates::default(), Vec::new(), NOW);
    assert_eq!(pace.budget("a", 10, Twilio), Ok(Budget { segments: 10, of_day: i64::MAX, is_new_day: true }));
    pace.spend("a", 10, Twilio, 12);
    let stored = pace.finish();
    let later = Pace::new(Rates::default(), stored.clone(), NOW.plus(Duration::from_millis(1_199)));
    assert_eq!(later.budget("a", 10, Twilio), Err(NOW.plus(Duration::from_millis(1_200))));
    assert!(later.budget("b", 10, Twilio).is_ok());
    let set_back = Pace::new(Rates::default(), stored.clone(), NOW.minus(Duration::from_secs(3_600)));
    assert!(set_back.budget("a", 10, Twilio).is_ok());
    assert!(
        Pace::new(Rates::default(), stored, NOW.plus(Duration::from_millis(1_200)))
            .budget("a", 10, Twilio)
            .is_ok()
    );
}

#[test]
fn a_carrier_is_left_alone_for_as_long_as_it_asks_and_not_again_when_the_clock_is_set_back() {
    let (sender, seconds) = (carrier_sender(carrier::Kind::Twilio), Duration::from_secs);
    let held =
        SenderPace { sender: sender.to_owned(), free_ms: NOW.plus(seconds(600)), ..SenderPace::default() };
    let pace = |stored: &[SenderPace], now| Pace::new(Rates::default(), stored.to_vec(), now);
    let stored = pace(std::slice::from_ref(&held), NOW).finish();
    assert_eq!(pace(&stored, NOW).free(sender), NOW.plus(seconds(600)));
    let set_back = NOW.minus(seconds(3_600));
    assert_eq!(pace(&stored, set_back).free(sender), Timestamp(0));
    let stored = pace(&[held], NOW.plus(seconds(600))).finish();
    assert_eq!(pace(&stored, set_back).free(sender), Timestamp(0), "it was over before");
}

#[test]
fn a_company_does_not_wait_for_an_hour_after_the_clock_was_set_back() {
    let rates = Rates { per_second: 1, ..Rates::default() };
    let mut pace = Pace::new(rates, Vec::new(), NOW);
    pace.spend("a", 1, Twilio, 5);
    let stored = pace.finish();
    assert!(Pace::new(rates, stored.clone(), NOW).budget("b", 1, Twilio).is_err());
    let set_back = NOW.minus(Duration::from_secs(3_600));
    let mut pace = Pace::new(rates, stored, set_back);
    assert!(pace.budget("b", 1, Twilio).is_ok());
    pace.spend("b", 1, Twilio, 5);
    assert!(
        Pace::new(rates, pace.finish(), set_back).budget("b", 1, Twilio).is_err(),
        "the rate holds again"
    );
}

#[test]
fn the_numbers_of_a_company_share_its_rate() {
    let rates = Rates { per_second: 12, ..Rates::default() };
    let mut pace = Pace::new(rates, Vec::new(), NOW);
    pace.spend("a", 10, Twilio, 10);
    assert_eq!(pace.budget("b", 10, Twilio).map(|budget| budget.segments), Ok(2));
    pace.spend("b", 10, Twilio, 2);
    assert_eq!(pace.budget("c", 10, Twilio), Err(NOW.plus(Duration::from_secs(1))));
    let later = Pace::new(rates, pace.finish(), NOW.plus(Duration::from_millis(999)));
    assert!(later.budget("c", 10, Twilio).is_err());
}

#[test]
fn the_numbers_of_an_account_share_its_rate_and_leave_another_carriers_account_its_own() {
    let of_accounts = AccountRates { twilio: Some(1), textline: Some(12) };
    let rates = Rates { of_accounts, ..Rates::default() };
    let mut pace = Pace::new(rates, Vec::new(), NOW);
    pace.spend("twilio", 10, Twilio, 1);
    pace.spend("a", 10, Textline, 10);
    assert_eq!(pace.budget("b", 10, Textline).map(|budget| budget.segments), Ok(2));
    pace.spend("b", 10, Textline, 2);
    assert_eq!(pace.budget("c", 10, Textline), Err(NOW.plus(Duration::from_secs(1))));
    let stored = pace.finish();
    let later = |millis| Pace::new(rates, stored.clone(), NOW.plus(Duration::from_millis(millis)));
    for kind in [Twilio, Textline] {
        assert!(later(999).budget("c", 10, kind).is_err());
        assert!(later(1_000).budget("c", 10, kind).is_ok());
    }
}

#[test]
fn the_daily_limit_of_a_brand_resets_at_midnight_pacific_time() {
    let rates = Rates { per_day: 15, ..Rates::default() };
    let mut pace = Pace::new(rates, Vec::new(), NOW);
    pace.spend("a", 10, Twilio, 13);
    assert_eq!(pace.budget("b", 10, Twilio).map(|budget| budget.of_day), Ok(2));
    let budget = |segments, of_day, is_new_day| Budget { segments, of_day, is_new_day };
    assert_eq!(budget(10, 2, false).fitting(&[1, 1, 1]), 2);
    assert_eq!(budget(10, 2, false).fitting(&[3, 1]), 0, "it does not fit into the day");
    assert_eq!(budget(10, 2, true).fitting(&[3, 1]), 1, "no day has room for it");
    assert_eq!(budget(2, 9, true).fitting(&[3, 1]), 1, "a long text is sent alone");
    pace.spend("b", 10, Twilio, 2);
    let midnight = NOW.plus(Duration::from_secs(17 * 3_600));
    assert_eq!(pace.budget("c", 10, Twilio), Err(midnight));
    assert!(Pace::new(rates, pace.finish(), midnight).budget("c", 10, Twilio).is_ok());
}

#[test]
fn recipients_whose_whole_text_exceeds_the_daily_limit_are_counted() {
    let beyond = |recipients, segments, per_day, used| {
        let load = Load { recipients, segments, rate: 1, carrier: Twilio };
        beyond_day(&[load], Rates { per_day, ..Rates::default() }, used)[0]
    };
    assert_eq!(beyond(7, 7, 0, 0), 0, "without a limit");
    assert_eq!(beyond(7, 7, 7, 0), 0);
    assert_eq!(beyond(7, 7, 5, 0), 2);
    assert_eq!(beyond(7, 14, 5, 0), 5, "two segments each");
    assert_eq!(beyond(7, 7, 5, 5), 7, "the day is used up");
    assert_eq!(beyond(7, 7, 5, 9), 7, "the limit was lowered in the meantime");
    assert_eq!(beyond(0, 0, 5, 5), 0);
}

#[test]
fn numbers_share_the_daily_limit_by_their_rates() {
    let load = |recipients, rate| Load { recipients, segments: recipients, rate, carrier: Twilio };
    let rates = Rates { per_day: 10, ..Rates::default() };
    let beyond = |loads: &[Load]| beyond_day(loads, rates, 0);
    assert_eq!(beyond(&[load(7, 4), load(8, 4)]), [2, 3]);
    assert_eq!(beyond(&[load(2, 1), load(20, 4)]), [0, 12], "the first is done before the day is used up");
    assert_eq!(beyond(&[load(20, 1), load(20, 4)]), [18, 12]);
    assert_eq!(beyond(&[load(0, 1), load(11, 1)]), [0, 1]);
    assert_eq!(beyond(&[load(5, 1), load(5, 1)]), [0, 0]);
}

#[test]
fn the_duration_is_that_of_the_slowest_limit() {
    let load = |rate| Load { recipients: 100, segments: 100, rate, carrier: Twilio };
    let loads = [load(10), load(5)];
    let rates = |per_second, per_day| Rates { per_second, per_day, ..Rates::default() };
    let seconds = |per_second, per_day| duration_seconds(&loads, rates(per_second, per_day), 0, NOW);
    assert_eq!(seconds(0, 0), 20, "the numbers are used side by side");
    assert_eq!(seconds(4, 0), 50);
    assert_eq!(seconds(0, 200), 20);
    assert_eq!(seconds(0, 150), UNTIL_MIDNIGHT + 5);
    assert_eq!(seconds(0, 60), UNTIL_MIDNIGHT + 2 * DAY_SECONDS + 2);
    assert_eq!(duration_seconds(&[], Rates::default(), 0, NOW), 0);
    let of_accounts = AccountRates { twilio: Some(2), textline: Some(50) };
    let loads = [Load { carrier: Textline, ..load(100) }, Load { carrier: Textline, ..load(100) }, load(100)];
    let rates = Rates { of_accounts, ..Rates::default() };
    assert_eq!(duration_seconds(&loads[..2], rates, 0, NOW), 4);
    assert_eq!(duration_seconds(&loads, rates, 0, NOW), 50);
}
