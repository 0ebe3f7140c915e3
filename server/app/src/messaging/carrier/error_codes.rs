//! Twilio's error codes: which of them mean an opt-out, an unreachable phone or a temporary failure, and their
//! explanations for staff.

/// Error code for a phone that opted out at the carrier.
pub const OPTED_OUT: i32 = 21_610;
/// Error codes of phones that cannot receive texts: an invalid number, one that is not mobile, an unknown one, a landline.
pub const UNREACHABLE: [i32; 4] = [21_211, 21_614, 30_005, 30_006];
/// Error codes of the company's account, which apply to all of its texts: not authenticated, not active, not permitted,
/// not found, suspended. A messaging service that is unknown, or lacks the number, applies to all texts of a blast.
pub const ACCOUNT: [i32; 10] =
    [20_003, 20_005, 20_403, 20_404, 30_002, 21_701, 21_703, 21_704, 21_705, 21_711];
/// Error codes of the community's number: it does not belong to the account.
pub const NUMBER: [i32; 3] = [21_606, 21_659, 21_660];
/// Error codes of temporary failures: a full queue, a phone that is off, an unknown reason, a daily limit, a text that
/// was queued for longer than it was valid.
pub const PASSING: [i32; 6] = [21_611, 30_001, 30_003, 30_008, 30_023, 30_036];

const NOT_IN_SENDER_POOL: &str =
    "The messaging service can't send from this number. Add it to the sender pool at Twilio.";

/// Explains a carrier's error code, with advice for staff.
pub fn explain(code: Option<i32>) -> String {
    let words = match code {
        Some(OPTED_OUT) => {
            "The resident opted out of texts from this number. They can text START to opt in again."
        }
        Some(20_005) => "The Twilio account is not active. Contact Twilio.",
        Some(20_003 | 20_403) => "Twilio did not accept the account. Check its SID and auth token.",
        Some(20_404) => "Twilio does not know this account. Check its SID.",
        Some(21_211 | 21_614) => "This number cannot be texted. Check it.",
        Some(21_408) => "Texts to this country are not enabled at Twilio.",
        Some(21_606 | 21_659 | 21_660) => {
            "The community's number does not belong to this Twilio account. Check both."
        }
        Some(21_611) => "Too many texts are queued at Twilio for this number. Try again later.",
        Some(21_620) => "Twilio could not fetch the picture from this server. Check its public address.",
        Some(21_617) => "The text is too long for one message. Shorten it.",
        Some(21_701 | 21_705) => "The Twilio account does not have this messaging service. Check its SID.",
        Some(21_703 | 21_704 | 21_711) => NOT_IN_SENDER_POOL,
        Some(30_001) => "Too many texts were queued at Twilio. Try again later.",
        Some(30_002) => "The Twilio account is suspended. Contact Twilio.",
        Some(30_003) => "The phone could not be reached: it is off or has no signal. Try again later.",
        Some(30_004) => "The phone or its carrier blocks texts from this number.",
        Some(30_005) => "This number is no longer in service. Check it.",
        Some(30_006) => "This is a landline or can't receive texts. Call instead.",
        Some(30_007) => "The phone's carrier filtered it as unwanted. Change the wording.",
        Some(30_008) => "It was not delivered, and the carrier gave no reason. Try again.",
        Some(30_011) => "The phone can't receive pictures. Send the text without one.",
        Some(30_019) => "The picture is too large for the phone's carrier. Send a smaller one.",
        Some(30_023) => "The daily limit of texts to this carrier is reached. Try again tomorrow.",
        Some(30_034) => "The number is not registered for business texting. Register it at Twilio.",
        Some(30_036) => "It waited at Twilio for 10 hours or until quiet hours began. Send it again.",
        Some(other) => return format!("The carrier rejected it with code {other}."),
        None => "The carrier rejected it without a reason.",
    };
    match code {
        Some(code) => format!("{words} (code {code})"),
        None => words.to_owned(),
    }
}
