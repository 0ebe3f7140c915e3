//! Composes the notice of an answer without sending it.
use platform::{Actor, Fault, access_policy::AccessTable};

use super::{notice::compose_notice, recipient::require_email, require};
use crate::{
    context::Context,
    knowledge::answer,
    messaging::escalation::model::{NoticePreview, NoticeToPreview},
    residents::homeowner,
};

/// Returns the notice to the resident who asked, and the answer that training the bot would replace.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `EMAIL_NOT_SET_UP`; fails if account details cannot be filled in.
pub async fn preview_notice(
    context: &Context,
    access_policy: &AccessTable,
    actor: &Actor,
    preview: &NoticeToPreview,
) -> Result<NoticePreview, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    let listed = require(&mut tx, &scope, &preview.id).await?;
    let is_from_email = listed.escalation.email_thread_id.is_some();
    let by_email = is_from_email || preview.by_email;
    if by_email && !is_from_email {
        require_email(&mut tx, &scope, context).await?;
    }
    let community = &listed.escalation.community_id;
    let to = homeowner::Recipient { community, phone: listed.phone.as_ref().filter(|_| !by_email) };
    // Account details are shown only to users who may view accounts.
    let answer = match homeowner::can_view_accounts(&mut tx, access_policy, actor, community).await? {
        true => homeowner::fill_staff_text(&mut tx, &scope, context, &to, &preview.answer).await?,
        false => preview.answer.clone(),
    };
    let notice = compose_notice(&mut tx, &scope, actor, &listed, &answer, by_email).await?;
    let question = &listed.escalation.question;
    let known = answer::find_by_question(&mut tx, &scope.whole(), community, question).await?;
    Ok(NoticePreview { notice, replaced_answer: known.map(|answer| answer.answer).unwrap_or_default() })
}
