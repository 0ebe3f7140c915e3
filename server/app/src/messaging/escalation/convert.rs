//! Conversion of escalations to and from the contract.
use contract::v1;
use platform::{Timestamp, sms};

use super::model::{
    AnswerEscalation, AnswerResult, CommunityCount, DismissReason, ListedEscalation, Notice, NoticeChannel,
    NoticePreview, NoticeRequest, NoticeToPreview, SimilarAnswer,
};
use crate::messaging::thread;
use crate::operations::file::ExportedFile;

/// Converts an optional ID; `None` becomes empty.
fn text(id: Option<&impl ToString>) -> String {
    id.map(ToString::to_string).unwrap_or_default()
}

/// Converts the numbers of open escalations. More than `most` of them are capped.
pub fn community_counts(counts: Vec<CommunityCount>, most: i64) -> v1::CountEscalationsByCommunityResponse {
    let is_capped = counts.iter().map(|count| count.open).sum::<i64>() > most;
    let counts = counts.into_iter().map(|count| v1::CommunityEscalationCount {
        community_id: count.community_id.to_string(),
        open: i32::try_from(count.open).unwrap_or(i32::MAX),
    });
    v1::CountEscalationsByCommunityResponse { counts: counts.collect(), is_capped }
}

pub fn escalation(listed: &ListedEscalation, now: Timestamp) -> v1::Escalation {
    let escalation = &listed.escalation;
    let notify = |n: &super::Notify| v1::NotifyHomeownerData {
        to: n.to.clone(),
        notify: n.notify,
        notification_type: channel_name(n.channel).into(),
    };
    v1::Escalation {
        id: escalation.id.to_string(),
        community_id: escalation.community_id.to_string(),
        community_label: listed.tag.replace('_', " "),
        conversation_id: text(escalation.conversation_id.as_ref()),
        message_id: text(escalation.message_id.as_ref()),
        email_thread_id: text(escalation.email_thread_id.as_ref()),
        email_message_id: text(escalation.email_message_id.as_ref()),
        web_chat_id: text(escalation.web_chat_id.as_ref()),
        web_chat_message_id: text(escalation.web_chat_message_id.as_ref()),
        phone: listed.phone().to_owned(),
        resident: Some(thread::resident_to_contract(&listed.resident)),
        state: escalation.state as i32,
        reviewed: escalation.is_reviewed(),
        bot_trained: escalation.bot_trained,
        question: escalation.question.clone(),
        answer: escalation.answer.clone(),
        notify_homeowner_data: escalation.notify.as_ref().map(notify),
        suggested_answer: escalation.suggested_answer.clone(),
        suggested_question: escalation.suggested_question.clone(),
        suggested_source: escalation.suggested_source.clone(),
        suggested_confidence: escalation.suggested_confidence,
        suggested_expired: escalation.suggested_expired,
        suggested_category: escalation.suggested_category.clone(),
        claimed_by_id: escalation.claimed_by.as_ref().map(ToString::to_string).unwrap_or_default(),
        claimed_by: listed.claimed_by_name.clone(),
        claimed_at: escalation.claimed_ms.map(Into::into),
        reviewed_by: listed.reviewed_by_name.clone(),
        dismissed_reason: escalation.dismissed_reason as i32,
        asked_at: Some(escalation.asked_ms.into()),
        reviewed_at: escalation.reviewed_ms.map(Into::into),
        mail_status: listed.mail_status,
        mail_problem: listed.mail_problem.clone(),
        urgent: escalation.urgent,
        priority: escalation.priority as i32,
        is_test: escalation.is_test,
        language: escalation.language.clone(),
        question_in_english: listed.english.clone(),
        web_chat_verification: listed.web_chat_verification,
        undo_until: escalation.undo.as_ref().filter(|u| u.until > now).map(|u| u.until.into()),
    }
}

pub fn notice(notice: Notice) -> v1::Notice {
    let Notice { channel, to, subject, body } = notice;
    if channel != NoticeChannel::Text {
        let subject = subject.unwrap_or_default();
        return v1::Notice { to, body, subject, ..v1::Notice::default() };
    }
    let cost = sms::cost(&body);
    v1::Notice {
        to,
        body,
        segments: i32::try_from(cost.segments).unwrap_or(i32::MAX),
        costly_characters: cost.costly.iter().map(ToString::to_string).collect(),
        subject: String::new(),
    }
}

pub fn similar_answer(similar: SimilarAnswer) -> v1::SimilarAnswer {
    let SimilarAnswer { escalation, similarity } = similar;
    v1::SimilarAnswer {
        escalation_id: escalation.id.to_string(),
        question: escalation.question,
        answer: escalation.answer,
        reviewed_by: escalation.reviewed_by,
        reviewed_at: Some(escalation.reviewed_ms.into()),
        similarity: f64::from(similarity),
    }
}

fn channel_name(channel: NoticeChannel) -> &'static str {
    match channel {
        NoticeChannel::Text => "text",
        NoticeChannel::Email => "email",
        NoticeChannel::Chat => "chat",
    }
}

/// Returns the channel with this name; an empty name is a text.
fn channel(notification_type: &str) -> NoticeChannel {
    match notification_type {
        "email" => NoticeChannel::Email,
        "chat" => NoticeChannel::Chat,
        _ => NoticeChannel::Text,
    }
}

pub fn answer_escalation(request: v1::AnswerEscalationRequest) -> AnswerEscalation {
    AnswerEscalation {
        notice: notice_request(request.notify_homeowner_data.as_ref()),
        id: request.id.into(),
        question: request.question,
        answer: request.answer,
        train: request.bot_trained,
        category: request.category,
        photos: request.photos,
    }
}

pub fn answered(answered: AnswerResult, now: Timestamp) -> v1::AnswerEscalationResponse {
    v1::AnswerEscalationResponse {
        escalation: Some(escalation(&answered.escalation, now)),
        notice: answered.notice.map(notice),
    }
}

pub fn notice_to_preview(request: v1::PreviewNoticeRequest) -> NoticeToPreview {
    let channel = channel(&request.notification_type);
    NoticeToPreview { id: request.id.into(), answer: request.answer, channel }
}

pub fn notice_preview(preview: NoticePreview) -> v1::PreviewNoticeResponse {
    v1::PreviewNoticeResponse {
        notice: Some(notice(preview.notice)),
        replaces_answer: preview.replaced_answer,
        max_photos: preview.max_photos,
    }
}

/// Returns the requested notice; `None` if the homeowner is not notified.
fn notice_request(data: Option<&v1::NotifyHomeownerData>) -> Option<NoticeRequest> {
    let data = data.filter(|data| data.notify)?;
    Some(NoticeRequest { to: data.to.clone(), channel: channel(&data.notification_type) })
}

/// Converts an exported file.
pub fn file_link(exported: ExportedFile) -> v1::EscalationsFileLink {
    v1::EscalationsFileLink {
        url: exported.url,
        expires_at: Some(exported.expires.into()),
        row_count: i32::try_from(exported.rows).unwrap_or(i32::MAX),
    }
}

/// Returns the reason of a dismissal; `None` if it is not set or unknown.
pub fn dismiss_reason(reason: i32) -> Option<DismissReason> {
    DismissReason::try_from(reason).ok().filter(|reason| *reason != DismissReason::None)
}
