//! The search for a conversation in the company's groups. It may take longer than a run of its job, so it goes on where
//! the last run stopped.
use std::{collections::HashSet, time::Duration};

use futures::future::join_all;
use serde::{Deserialize, Serialize};

use super::{
    api::{Api, ApiError},
    post::CustomerPost,
};
use crate::{context::Context, messaging::carrier::model::TextlineAccount};

/// Number of groups in which the conversation is searched for at once.
const GROUPS_AT_ONCE: usize = 8;
/// Time after which a run asks for no further groups, and the time that Textline has to answer. Together they take
/// less than half of the job's lease.
const MAX_TIME: Duration = Duration::from_secs(10);
const MAX_CALL: Duration = Duration::from_secs(15);

/// How far a search got.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SearchProgress {
    /// Groups that do not have the conversation.
    asked: Vec<String>,
    /// Groups that the account may not see. They are asked again once the others were asked.
    refused: Vec<String>,
    /// Why Textline refused the last of them.
    refusal: String,
}

/// How a run of a search ended.
#[derive(Debug, PartialEq, Eq)]
pub enum SearchEnd {
    /// The number whose group has the conversation.
    Found(String),
    /// No group has it.
    Nowhere,
    /// The next run continues.
    GoOn,
    /// Textline does not respond now; contains the reason.
    NotNow(String),
}

impl SearchProgress {
    /// Returns the groups that were not asked yet, with their numbers.
    fn rest(&self, groups: &[(String, String)]) -> Vec<(String, String)> {
        let done: HashSet<&String> = self.asked.iter().chain(&self.refused).collect();
        groups.iter().filter(|(_, group)| !done.contains(group)).cloned().collect()
    }

    /// Returns how the search ended when all groups were asked.
    fn end(&mut self) -> SearchEnd {
        if self.refused.is_empty() {
            return SearchEnd::Nowhere;
        }
        self.refused.clear();
        SearchEnd::NotNow(std::mem::take(&mut self.refusal))
    }
}

/// Asks groups, given with their numbers, for the conversation of a post.
pub async fn search(
    context: &Context,
    api: &Api,
    account: &TextlineAccount,
    post: &CustomerPost,
    groups: &[(String, String)],
    progress: &mut SearchProgress,
) -> SearchEnd {
    let begun = context.clock.uptime();
    let rest = progress.rest(groups);
    for some in rest.chunks(GROUPS_AT_ONCE) {
        if context.clock.uptime().saturating_sub(begun) >= MAX_TIME {
            return SearchEnd::GoOn;
        }
        let calls = some.iter().map(|(_, group)| api.find_conversation(account, group, &post.from));
        let answers = tokio::select! {
            answers = join_all(calls) => answers,
            () = context.clock.sleep(MAX_CALL) => {
                return SearchEnd::NotNow("Textline did not answer in time.".to_owned());
            }
        };
        let mut failure = None;
        for ((number, group), answer) in some.iter().zip(answers) {
            match answer {
                Ok(Some(found)) if found.uuid.eq_ignore_ascii_case(&post.conversation) => {
                    return SearchEnd::Found(number.clone());
                }
                Ok(_) | Err(ApiError::NotFound) => progress.asked.push(group.clone()),
                // The conversation may be in another group.
                Err(error @ (ApiError::Denied(_) | ApiError::Rejected(_))) => {
                    progress.refused.push(group.clone());
                    progress.refusal = error.into_words();
                }
                Err(error) => failure = Some(error.into_words()),
            }
        }
        if let Some(why) = failure {
            return SearchEnd::NotNow(why);
        }
    }
    progress.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused_groups_are_asked_again_after_all_others() {
        let groups = ["a", "b", "c"].map(|name| (format!("number of {name}"), name.to_owned()));
        let rest = |progress: &SearchProgress| {
            progress.rest(&groups).into_iter().map(|(_, group)| group).collect::<Vec<_>>()
        };
        let mut progress = SearchProgress {
            asked: vec!["a".to_owned()],
            refused: vec!["b".to_owned()],
            refusal: "No.".to_owned(),
        };
        assert_eq!(rest(&progress), ["c"]);
        progress.asked.push("c".to_owned());
        assert_eq!(progress.end(), SearchEnd::NotNow("No.".to_owned()));
        assert_eq!(rest(&progress), ["b"]);
        progress.asked.push("b".to_owned());
        assert_eq!(progress.end(), SearchEnd::Nowhere);
    }
}
