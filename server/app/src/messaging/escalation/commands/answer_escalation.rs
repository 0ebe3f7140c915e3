//! Answers an escalation.
use platform::{Actor, Fault, Scope, Tx, access_policy::AccessTable, sms};

use super::{
    answer_photos::write_photos,
    commit,
    notice::{NoticeDraft, schedule_notice},
    recipient::find_recipient,
    require, return_to_bot,
};
use crate::{
    context::Context,
    knowledge::answer::{self, TrainingExample},
    messaging::{
        escalation::{
            model::{AnswerEscalation, AnswerResult, Escalation, Reply, ScheduledDelivery},
            rules, store,
        },
        thread,
    },
    residents::homeowner,
};

/// Answers an escalation and, as requested, trains the bot and schedules a notice to the homeowner.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `ALREADY_REVIEWED`, `CLAIMED_BY_ANOTHER`; `INVALID_ARGUMENT` without an answer, and
/// if the community has no such resident to notify; fails as `write_photos` and `schedule_notice` do.
pub async fn answer_escalation(
    context: &Context,
    access_policy: &AccessTable,
    actor: &Actor,
    command: &AnswerEscalation,
) -> Result<AnswerResult, Fault> {
    let (scope, id, now) = (actor.scope(), &command.id, context.now());
    let photos = write_photos(context, actor, command).await?;
    let mut tx = context.db.write(&scope).await?;
    let listed = require(&mut tx, &scope, id).await?;
    let to = find_recipient(&mut tx, &scope, context, &listed, command.notice.as_ref()).await?;
    let answer = rules::filled(&command.answer)?;
    let reply =
        Reply { question: &command.question, answer: &answer, train: command.train, notify: to.as_ref() };
    let before = listed.escalation.state;
    let mut done = rules::answer(listed.escalation.clone(), &reply, &actor.id, now)?;
    // A translated question trains the bot in English, the language in which it is matched.
    let (sample, question) =
        sample(&mut tx, &scope, &listed.escalation, &command.question, &done.question).await?;
    // The conversation is locked before the answers, in the same order as the bot does.
    let can_view_accounts =
        homeowner::can_view_accounts(&mut tx, access_policy, actor, &done.community_id).await?;
    let scheduled = match &to {
        Some(to) => {
            let draft = NoticeDraft { to, answer: &answer, photos, can_view_accounts };
            Some(schedule_notice(context, &mut tx, actor, &listed, draft).await?)
        }
        None => None,
    };
    let taught = match command.train {
        true => {
            let example = TrainingExample {
                question: &question,
                sample: &sample,
                answer: &answer,
                category: &command.category,
                new_category: &done.suggested_category,
                by: &actor.name,
            };
            let (whole, community) = (scope.whole(), &done.community_id);
            Some(answer::train(&mut tx, &whole, community, &example, &context.ids, now).await?)
        }
        false => None,
    };
    record_undo(&mut done, taught, scheduled.as_ref().map(|scheduled| &scheduled.delivery));
    store::save(&mut tx, &scope, before, &done).await?;
    return_to_bot(&mut tx, &scope, &done).await?;
    let escalation = commit(context, tx, &scope, id).await?;
    Ok(AnswerResult { escalation, notice: scheduled.map(|scheduled| scheduled.notice) })
}

/// Adds what the bot was trained with and the scheduled notice to the data to undo the answer.
fn record_undo(
    done: &mut Escalation,
    taught: Option<answer::TrainingRecord>,
    scheduled: Option<&ScheduledDelivery>,
) {
    let Some(undo) = &mut done.undo else { return };
    undo.taught = taught;
    match scheduled {
        Some(ScheduledDelivery::Text(text)) => undo.notice = Some(text.clone()),
        Some(ScheduledDelivery::Mail { mail, photos }) => {
            undo.mail = Some(mail.clone());
            undo.mailed_photos.clone_from(photos);
        }
        Some(ScheduledDelivery::Email(email)) => undo.email = Some(email.clone()),
        Some(ScheduledDelivery::Chat(message)) => undo.chat = Some(message.clone()),
        None => {}
    }
    done.mail_id.clone_from(&undo.mail);
}

/// Returns the resident's own text, and the question that the bot is trained with. A translated text trains
/// the bot in English.
async fn sample(
    tx: &mut Tx,
    scope: &Scope,
    asked: &Escalation,
    reworded: &str,
    question: &str,
) -> Result<(String, String), Fault> {
    let Some(message) = &asked.message_id else { return Ok((asked.question.clone(), question.to_owned())) };
    Ok(match thread::find_translation(tx, scope, message).await? {
        Some(english) if sms::is_blank(reworded) => (english.clone(), english),
        Some(english) => (english, question.to_owned()),
        None => (thread::message_body(tx, scope, message).await?, question.to_owned()),
    })
}
