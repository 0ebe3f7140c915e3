//! Composes the notice of an answer without sending it.
use platform::{Actor, Fault, access_policy::AccessTable};

use super::{
    answer_photos::max_photos,
    notice::{compose_notice, fill_answer},
    recipient::{no_web_chat, require_email},
    require,
};
use crate::{
    context::Context,
    knowledge::answer,
    messaging::escalation::model::{Escalation, NoticeChannel, NoticePreview, NoticeToPreview},
    residents::homeowner,
};

/// Returns the notice to the resident who asked, and the answer that training the bot would replace.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `EMAIL_NOT_SET_UP`; `INVALID_ARGUMENT` for a web chat if the question did not
/// come by one; fails if account details cannot be filled in.
pub async fn preview_notice(
    context: &Context,
    access_policy: &AccessTable,
    actor: &Actor,
    preview: &NoticeToPreview,
) -> Result<NoticePreview, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    let listed = require(&mut tx, &scope, &preview.id).await?;
    let channel = channel(&listed.escalation, preview.channel)?;
    if channel == NoticeChannel::Email && listed.escalation.email_thread_id.is_none() {
        require_email(&mut tx, &scope, context).await?;
    }
    let community = &listed.escalation.community_id;
    let phone = listed.phone.as_ref().filter(|_| channel == NoticeChannel::Text);
    let to = homeowner::Recipient { community, phone };
    // Account details are shown only to users who may view accounts.
    let answer = match homeowner::can_view_accounts(&mut tx, access_policy, actor, community).await? {
        true => fill_answer(&mut tx, &scope, context, &to, channel, &preview.answer).await?,
        false => preview.answer.clone(),
    };
    let notice = compose_notice(&mut tx, &scope, actor, &listed, &answer, channel).await?;
    let question = &listed.escalation.question;
    let known = answer::find_by_question(&mut tx, &scope.whole(), community, question).await?;
    let replaced_answer = known.map(|answer| answer.answer).unwrap_or_default();
    let max_photos = max_photos(&mut tx, &scope, context, &listed.escalation, channel).await?;
    Ok(NoticePreview { notice, replaced_answer, max_photos })
}

/// Returns how the homeowner would be notified: a question that came by email or by web chat is answered there.
fn channel(escalation: &Escalation, requested: NoticeChannel) -> Result<NoticeChannel, Fault> {
    if escalation.email_thread_id.is_some() {
        return Ok(NoticeChannel::Email);
    }
    if escalation.web_chat_id.is_some() {
        return Ok(NoticeChannel::Chat);
    }
    match requested {
        NoticeChannel::Chat => Err(no_web_chat("notificationType")),
        NoticeChannel::Text | NoticeChannel::Email => Ok(requested),
    }
}
