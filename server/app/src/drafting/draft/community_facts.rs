//! Data that a draft may use in addition to its inputs: names, and answers of the community that match the
//! inputs.
use std::collections::HashSet;

use platform::{Fault, Scope, Tx, ids::CommunityId, time_zone};

use super::{
    model::{Draft, Fact, Inputs},
    store,
};
use crate::{
    context::Context,
    drafting::template::Names,
    knowledge::answer::{self, Answer},
    tenancy::{community, company},
};

/// Maximum number of answers, and of word replacements, of a draft.
const MAX_ANSWERS: usize = 12;
const MAX_REPLACEMENTS: usize = 10;
/// Minimum length of a word for the search; shorter words match too much.
const MIN_WORD: usize = 4;

/// Returns the names of the company, the community and the author, and today's date in the community.
pub async fn names(tx: &mut Tx, context: &Context, scope: &Scope, draft: &Draft) -> Result<Names, Fault> {
    let company = company::require(tx, scope).await?;
    let found = match &draft.community_id {
        Some(id) => community::find(tx, scope, id).await?,
        None => None,
    };
    let zone = found.as_ref().map_or(time_zone::DEFAULT, |found| found.time_zone.as_str());
    let today = context.now().date_in(zone).strftime("%B %-d, %Y").to_string();
    let author = store::user_name(tx, scope, &draft.owner_id).await?;
    let community = found.map(|found| found.label()).unwrap_or_default();
    Ok(Names { company: company.name, community, author, today })
}

/// Returns the creativity with which a draft is written, 0 to 1: that of the community's persona, or the default.
pub async fn temperature(tx: &mut Tx, scope: &Scope, draft: &Draft) -> Result<f64, Fault> {
    let found = match &draft.community_id {
        Some(id) => community::find(tx, scope, id).await?,
        None => None,
    };
    Ok(found.map(|found| found.persona).unwrap_or_default().temperature)
}

/// Returns the facts of a community that match the inputs, best match first.
pub async fn facts(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    community: Option<&CommunityId>,
    inputs: &Inputs,
) -> Result<Vec<Fact>, Fault> {
    let Some(id) = community else { return Ok(Vec::new()) };
    let Some(found) = community::find(tx, scope, id).await? else { return Ok(Vec::new()) };
    let today = context.now().date_in(&found.time_zone).to_string();
    let mut answers = answer::for_bot(tx, scope, id).await?;
    answers.retain(|answer| !answer.answer.is_empty());
    answers.retain(|answer| answer.valid_until.is_empty() || answer.valid_until >= today);
    let sought = words(&inputs.searched());
    let mut ranked: Vec<(usize, Answer)> = answers
        .into_iter()
        .map(|answer| {
            (words(&format!("{} {}", answer.question, answer.answer)).intersection(&sought).count(), answer)
        })
        .filter(|(score, _)| *score > 0)
        .collect();
    ranked.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    let answers = ranked.into_iter().take(MAX_ANSWERS).map(|(_, answer)| Fact {
        label: answer.question,
        text: answer.answer,
        answer_id: answer.id.to_string(),
    });
    let replacements = found.custom_verbiage.into_iter().take(MAX_REPLACEMENTS).map(|pair| Fact {
        label: "Word replacement".to_owned(),
        text: format!("Say \"{}\" instead of \"{}\".", pair.new_text, pair.original_text),
        answer_id: String::new(),
    });
    Ok(answers.chain(replacements).collect())
}

/// Returns the words of a text in lowercase, without short ones and endings.
fn words(text: &str) -> HashSet<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().count() >= MIN_WORD)
        .map(|word| word.to_lowercase().trim_end_matches('s').to_owned())
        .collect()
}
