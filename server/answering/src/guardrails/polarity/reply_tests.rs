//! Complete replies to realistic answers: faithful ones in many styles, and unfaithful ones that are easily overlooked.

use super::*;
use crate::guardrails::facts;

const HOURS: &str = "The pool is open from 8 am to 10 pm. The gym is open from 6 am to 9 pm.";
const DESK: &str = "The office is open Monday to Friday from 9 am to 5 pm and Saturday from 10 am to 1 pm. \
                    It is closed on Sundays.";
const FEES: &str = "Guests pay $5 per visit or $40 per season.";
const PETS: &str = "Each home may have at most 2 pets. Dogs must weigh less than 60 pounds. Register them at \
                    pets.example within 10 days.";
const PHONES: &str = "Call the office at 202-555-0101 to book the clubhouse. For a leak after 5 pm, call the emergency \
                      line at 202-555-0199.";
const RENTAL: &str = "Renting the clubhouse costs $150, and a deposit of $300 is required. You get the deposit back \
                      within 14 days if nothing is damaged.";
const TRASH: &str = "Trash is picked up on Tuesdays, recycling on Fridays. Put bins out after 6 pm the evening before, \
                     and bring them back by 8 pm.";
const PARKING: &str = "Guests may park in the visitor spaces for up to 24 hours. Overnight parking requires a permit \
                       from the office. Cars without one are towed.";
const MOVING: &str = "Moves are allowed Monday to Saturday between 8 am and 6 pm. Reserve the elevator at least 3 days \
                      before your move. There is no fee.";
const LATE: &str = "Dues are $250 a month and are due on the 1st. After the 15th a late fee of $25 is added. \
                    Pay at pay.example.";
const FOB: &str = "A new fob costs $35. Bring your ID to the office. Lost fobs are turned off at once.";
const QUIET: &str = "Quiet hours are from 10 pm to 7 am. Call security at 202-555-0177 if your neighbors are loud. \
                     Thank you for being a good neighbor!";
const PAINT: &str = "You need approval from the board before you paint your door. Send the form to arc@harbor.example. \
                     It usually takes 2 weeks.";
const POOL_AGE: &str = "Children under 14 must be with an adult at the pool. No glass is allowed.";

/// Answers, and replies that state all of their content and nothing else.
const FAITHFUL: &[(&[&str], &[&str])] = &[
    (
        &[HOURS],
        &[
            "The pool is open 8 am to 10 pm and the gym 6 am to 9 pm.",
            "Hi! The pool is open from 8:00 AM to 10:00 PM, and the gym from 6:00 AM to 9:00 PM. Enjoy!",
            "The gym is open 6 am-9 pm. The pool is open 8 am-10 pm.",
            "Pool: 8 am to 10 pm. Gym: 6 am to 9 pm.",
            "You can use the pool from 8 a.m. until 10 p.m. and the gym from 6 a.m. until 9 p.m.",
            "The pool opens at 8 am and closes at 10 pm; the gym opens at 6 am and closes at 9 pm.",
            "We are open from 8 am to 10 pm (pool) and 6 am to 9 pm (gym).",
        ],
    ),
    (
        &[DESK],
        &[
            "The office is open Mon-Fri 9 am to 5 pm and Saturday 10 am to 1 pm. It's closed Sundays.",
            "Our office is open from 9:00 AM to 5:00 PM Monday to Friday, and from 10:00 AM to 1:00 PM on Saturday. We \
             are closed on Sundays.",
            "Hello! You can visit the office Monday through Friday, 9 am - 5 pm, or Saturday, 10 am - 1 pm. On Sundays \
             it is closed. Have a great day!",
        ],
    ),
    (
        &[FEES],
        &[
            "Guests pay $5 per visit, or $40 for the season.",
            "It costs guests $5.00 a visit or $40.00 a season.",
            "Guests can pay $40 per season or $5 per visit.",
            "A visit is $5 for guests. A season is $40.",
            "Guests pay $5 per visit or $40 per season. Hope this helps!",
        ],
    ),
    (
        &[PETS],
        &[
            "You may have up to 2 pets per home. Dogs must weigh under 60 pounds. Please register them at pets.example \
             within 10 days.",
            "Each home may have two pets at most, and dogs must weigh less than 60 pounds. Register your pets within 10 \
             days: pets.example",
        ],
    ),
    (
        &[PHONES],
        &[
            "To book the clubhouse, call the office at (202) 555-0101. For a leak after 5 pm, call the emergency line \
             at (202) 555-0199.",
            "Please call the office at 202-555-0101 to book the clubhouse. If you have a leak after 5:00 PM, please \
             call the emergency line: 202-555-0199.",
        ],
    ),
    (
        &[RENTAL],
        &[
            "It costs $150 to rent the clubhouse, and a $300 deposit is required. If nothing is damaged, you get the \
             deposit back within 14 days.",
            "Renting the clubhouse is $150 plus a required deposit of $300, which you get back within 14 days if \
             nothing is damaged.",
        ],
    ),
    (
        &[TRASH],
        &[
            "Trash is picked up on Tuesdays and recycling on Fridays. Please put your bins out after 6 pm the evening \
             before, and bring them back by 8 pm.",
            "Recycling is picked up Fridays, trash Tuesdays. Bins go out after 6:00 PM the evening before; please \
             bring them back by 8:00 PM.",
        ],
    ),
    (
        &[PARKING],
        &[
            "Your guests may park in the visitor spaces for up to 24 hours. For overnight parking they need a permit \
             from the office. Cars without one are towed.",
            "Guests can park in visitor spaces for at most 24 hours. Parking overnight requires a permit from the \
             office, and cars without one are towed.",
        ],
    ),
    (
        &[MOVING],
        &[
            "You may move Monday to Saturday between 8 am and 6 pm. Please reserve the elevator at least 3 days before \
             your move. There is no fee.",
            "Moves are allowed from 8 am to 6 pm, Monday through Saturday. Reserve the elevator at least three days \
             before your move; it's free.",
            "Moving is allowed Mon-Sat, 8 am to 6 pm. Reserving the elevator at least 3 days in advance of your move is \
             free of charge.",
        ],
    ),
    (
        &[LATE],
        &[
            "Dues are $250 a month, due on the 1st. After the 15th, a $25 late fee is added. Pay at pay.example.",
            "Your dues of $250 a month are due on the 1st. You can pay at pay.example. A late fee of $25 is added after \
             the 15th.",
        ],
    ),
    (
        &[FOB],
        &[
            "A new fob is $35. Please bring your ID to the office. Lost fobs are turned off at once.",
            "Sorry you lost it! A new fob costs $35. Just bring your ID to the office. We turn lost fobs off at once.",
        ],
    ),
    (
        &[QUIET],
        &[
            "Quiet hours start at 10 pm and end at 7 am. Call security at 202-555-0177 if your neighbors are loud. Thank \
             you!",
            "Quiet hours are 10 pm to 7 am. If your neighbors are loud, call security at 202-555-0177.",
            "Please keep quiet from 10:00 PM until 7:00 AM. You can call security at (202) 555-0177 if your neighbors \
             are loud.",
        ],
    ),
    (
        &[PAINT],
        &[
            "Before you paint your door, you need approval from the board. Send the form to arc@harbor.example; it \
             usually takes two weeks.",
            "Painting your door needs the board's approval before you begin. Please send the form to \
             arc@harbor.example. It usually takes 2 weeks.",
        ],
    ),
    (
        &[POOL_AGE],
        &[
            "At the pool, children under 14 must be with an adult. Glass is not allowed.",
            "No glass is allowed at the pool, and children under 14 must be with an adult there.",
            "Children younger than 14 must be with an adult at the pool, and no glass is allowed.",
        ],
    ),
    (
        &[FEES, FOB],
        &[
            "Guests pay $5 per visit or $40 per season. A new fob is $35: bring your ID to the office. Lost fobs are \
           turned off at once.",
        ],
    ),
    (
        &[QUIET, HOURS],
        &[
            "The pool is open from 8 am to 10 pm and the gym from 6 am to 9 pm. Quiet hours are from 10 pm to 7 am; call \
           security at 202-555-0177 if your neighbors are loud.",
        ],
    ),
];

/// Answers, and replies that differ from their content.
const UNFAITHFUL: &[(&[&str], &[&str])] = &[
    (
        &[HOURS],
        &[
            "The pool is open from 6 am to 9 pm. The gym is open from 8 am to 10 pm.",
            "The gym is open 8 am to 10 pm and the pool 6 am to 9 pm.",
            "The pool is open 8 am to 9 pm and the gym 6 am to 10 pm.",
            "The pool and the gym are open from 8 am to 10 pm and from 6 am to 9 pm.",
            "The gym and the pool are open 8 am to 10 pm and 6 am to 9 pm, respectively.",
            "We are open from 6 am to 9 pm (pool) and 8 am to 10 pm (gym).",
            "The pool is open from 8 am to 10 pm.",
            "It is open from 6 am to 9 pm.",
            "The pool is open from 10 pm to 8 am. The gym is open from 6 am to 9 pm.",
            "The pool hours of 6 am to 9 pm differ from the gym hours of 8 am to 10 pm.",
            "The pool opens at 6 am and closes at 10 pm; the gym opens at 8 am and closes at 9 pm.",
            "The pool is open from 8 am to 10 pm. So is the gym, from 6 am.",
        ],
    ),
    (
        &[DESK],
        &[
            "The office is open Monday to Friday from 10 am to 1 pm and Saturday from 9 am to 5 pm. It is closed on Sundays.",
            "The office is open Monday to Saturday from 9 am to 5 pm. It is closed on Sundays.",
            "The office is open Monday to Friday from 9 am to 5 pm and Saturday from 10 am to 1 pm.",
            "The office is open Sundays from 10 am to 1 pm and Monday to Friday from 9 am to 5 pm. It is closed on Saturday.",
            "The office is open Monday to Friday from 9 am to 5 pm.",
        ],
    ),
    (
        &[FEES],
        &[
            "Guests pay $40 per visit or $5 per season.",
            "Guests pay $5 per season or $40 per visit.",
            "Guests pay $5.",
            "Guests pay $5 per season.",
            "A season is $5 for guests. A visit is $40.",
        ],
    ),
    (
        &[PETS],
        &[
            "Each home may have at most 60 pets. Dogs must weigh less than 2 pounds. Register them at pets.example within \
             10 days.",
            "Each home may have at most 2 pets. Register them at pets.example within 10 days.",
            "Each home may have at most 2 pets. Dogs must weigh less than 60 pounds.",
            "Each home may have at most 10 pets. Dogs must weigh less than 60 pounds. Register them at pets.example \
             within 2 days.",
        ],
    ),
    (
        &[PHONES],
        &[
            "Call the office at 202-555-0199 to book the clubhouse. For a leak after 5 pm, call the emergency line at \
             202-555-0101.",
            "Call the office at 202-555-0101 to book the clubhouse.",
            "For a leak after 5 pm, call the emergency line at 202-555-0101.",
        ],
    ),
    (
        &[RENTAL],
        &[
            "Renting the clubhouse costs $300, and a deposit of $150 is required. You get the deposit back within 14 days \
             if nothing is damaged.",
            "Renting the clubhouse costs $150, and a deposit of $300 is required.",
            "Renting the clubhouse costs $150, and a deposit of $300 is required. You get the deposit back within 14 days.",
            "Renting the clubhouse costs $150.",
        ],
    ),
    (
        &[TRASH],
        &[
            "Trash is picked up on Fridays, recycling on Tuesdays. Put bins out after 6 pm the evening before, and bring \
             them back by 8 pm.",
            "Trash is picked up on Tuesdays, recycling on Fridays. Put bins out after 8 pm the evening before, and bring \
             them back by 6 pm.",
            "Trash is picked up on Tuesdays, recycling on Fridays.",
            "Trash and recycling are picked up on Tuesdays and Fridays. Put bins out after 6 pm the evening before, and \
             bring them back by 8 pm.",
        ],
    ),
    (
        &[PARKING],
        &[
            "Guests may park in the visitor spaces for up to 24 hours.",
            "Guests may park in the visitor spaces for up to 24 hours. Overnight parking requires a permit from the \
             office.",
            "Guests may park in the visitor spaces. Overnight parking requires a permit from the office. Cars without \
             one are towed.",
        ],
    ),
    (
        &[MOVING],
        &[
            "Moves are allowed Monday to Saturday between 8 am and 6 pm. There is no fee.",
            "Moves are allowed between 8 am and 6 pm. Reserve the elevator at least 3 days before your move. There is no fee.",
            "Moves are allowed Monday to Saturday. Reserve the elevator at least 3 days before your move. There is no fee.",
        ],
    ),
    (
        &[LATE],
        &[
            "Dues are $25 a month and are due on the 1st. After the 15th a late fee of $250 is added. Pay at pay.example.",
            "Dues are $250 a month and are due on the 15th. After the 1st a late fee of $25 is added. Pay at pay.example.",
            "Dues are $250 a month and are due on the 1st. Pay at pay.example.",
            "Dues are $250 a month and are due on the 1st. After the 15th a late fee of $25 is added.",
        ],
    ),
    (
        &[FOB],
        &[
            "A new fob costs $35. Lost fobs are turned off at once.",
            "A new fob costs $35. Bring your ID to the office.",
        ],
    ),
    (
        &[QUIET],
        &[
            "Quiet hours are from 7 am to 10 pm. Call security at 202-555-0177 if your neighbors are loud.",
            "Quiet hours are from 10 pm to 7 am. Thank you for being a good neighbor!",
            "Call security at 202-555-0177 if your neighbors are loud.",
        ],
    ),
    (
        &[PAINT],
        &[
            "Send the form to arc@harbor.example. It usually takes 2 weeks.",
            "You need approval from the board before you paint your door. It usually takes 2 weeks.",
        ],
    ),
    (
        &[POOL_AGE],
        &["Children under 14 must be with an adult at the pool.", "No glass is allowed at the pool."],
    ),
    (
        &[FEES, FOB],
        &[
            "Guests pay $35 per visit or $40 per season. A new fob is $5: bring your ID to the office. Lost fobs are turned \
             off at once.",
            "Guests pay $5 per visit or $40 per season. A new fob is $35.",
        ],
    ),
    (
        &[QUIET, HOURS],
        &[
            "The pool is open from 10 pm to 7 am and the gym from 6 am to 9 pm. Quiet hours are from 8 am to 10 pm; call \
           security at 202-555-0177 if your neighbors are loud.",
        ],
    ),
];

/// Returns the first violation of a reply.
fn violation(reply: &str, answers: &[&str]) -> Option<String> {
    let unsupported = facts::find_unsupported_fact(reply, answers).map(|fact| format!("wrote {fact}"));
    unsupported.or_else(|| find_meaning_change(reply, answers).map(|change| change.to_string()))
}

fn check_all(
    table: &[(&'static [&'static str], &'static [&'static str])],
) -> Vec<(&'static str, Option<String>)> {
    table
        .iter()
        .flat_map(|(answers, replies)| replies.iter().map(|reply| (*reply, violation(reply, answers))))
        .collect()
}

#[test]
fn faithful_replies_are_accepted() {
    let replies = check_all(FAITHFUL);
    assert!(replies.len() >= 40, "{}", replies.len());
    let rejected: Vec<_> = replies.iter().filter(|(_, violation)| violation.is_some()).collect();
    assert!(rejected.is_empty(), "{rejected:#?}");
}

#[test]
fn unfaithful_replies_are_rejected() {
    let replies = check_all(UNFAITHFUL);
    assert!(replies.len() >= 40, "{}", replies.len());
    let accepted: Vec<_> = replies.iter().filter(|(_, violation)| violation.is_none()).collect();
    assert!(accepted.is_empty(), "{accepted:#?}");
}
