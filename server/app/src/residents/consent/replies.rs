//! The replies to texts that opt out (STOP), opt in (START) or ask for help (HELP).

/// Returns the confirmation of an opt-out, which is sent once.
pub fn opt_out_confirmation(community: &str, company: &str) -> String {
    format!("You will get no more texts from {community} ({company}). Reply START to get them again.")
}

/// Returns the confirmation of an opt-in.
pub fn opt_in_confirmation(community: &str, company: &str) -> String {
    format!(
        "You get texts from {community} ({company}). Reply HELP for help or STOP to get no more. Message and \
         data rates may apply."
    )
}

/// Returns the reply to a request for help.
pub fn help_reply(community: &str, company: &str) -> String {
    format!(
        "This is {community}, managed by {company}. Text a question and we answer it here. Reply STOP to get \
         no more texts. Message and data rates may apply."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_are_ascii_and_name_the_sender() {
        let (community, company) = ("Harbor Row", "Harborline Management");
        for reply in [
            opt_out_confirmation(community, company),
            opt_in_confirmation(community, company),
            help_reply(community, company),
        ] {
            assert!(reply.is_ascii() && reply.contains(community) && reply.contains(company), "{reply}");
            assert!(reply.contains("STOP") || reply.contains("START"), "{reply}");
        }
    }
}
