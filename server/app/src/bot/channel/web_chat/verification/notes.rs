//! The notes for staff on the messages of visitors who ask for account data.
use crate::messaging::web_chat::WebChatVerification;

pub const DISABLED: &str = "The answer has account details, and the persona's identity check is set to \"Never\"; \
                            sent to your team.";
pub const NO_EMAIL: &str =
    "The answer has account details, and no email is set up to send the visitor a code; sent to your team.";
pub const NO_ACCOUNT: &str =
    "The visitor's verified email address is on no account of the community; sent to your team.";
pub const TOO_MANY_ATTEMPTS: &str = "The answer has account details, and the visitor has requested too many codes or \
                                     typed too many wrong ones; sent to your team.";
pub const ADDRESS_REQUESTED: &str =
    "The answer has account details, so the visitor was asked for the email address on their account.";
pub const ANSWER_DELETED: &str = "The answer was deleted; sent to your team.";
pub const WROTE_SOMETHING_ELSE: &str =
    "The visitor wrote something else before proving who they are; sent to your team.";
pub const NO_PROOF_IN_TIME: &str =
    "The visitor did not prove who they are within 15 minutes; sent to your team.";
pub const RESOLVED: &str = "Your team resolved the chat before the visitor proved who they are.";
pub const CODE_NOT_NEEDED: &str =
    "A code, which wasn't checked: the website had already verified the visitor.";
pub const ASKED_AGAIN: &str = "The visitor asked again, so this question is closed.";

/// Returns the note on a question for which a number of codes was emailed.
pub fn code_requested(emailed: usize) -> &'static str {
    match emailed {
        0 => {
            "The answer has account details, so a code was requested. None was emailed: the visitor's address is on \
             no account, or three were sent in the last hour. The visitor got the usual message, and your team gets \
             the question in 15 minutes."
        }
        _ => "The answer has account details, so a code was emailed to the visitor's address.",
    }
}

/// Returns the note on a wrong code, which was one of a number of tries.
pub fn wrong_code(tries: i64, most: i64) -> String {
    let then = if tries >= most { " Sent to your team." } else { "" };
    format!("The code doesn't match (try {} of {most}).{then}", tries.min(most))
}

/// Returns the note on a question whose answer was filled in for these accounts.
pub fn answered(verification: WebChatVerification, question: &str, accounts: &str) -> String {
    let how = match verification {
        WebChatVerification::Signed => "Signed in on the website",
        WebChatVerification::Code => "Verified by an emailed code",
    };
    format!("{how}. Replied with the answer to \"{question}\", filled in for {accounts}.")
}

/// Returns the note on a question whose answer could not be filled in.
pub fn not_filled(reason: &str) -> String {
    format!("{reason}; sent to your team.")
}
