//! Registers the job handlers and the recurring jobs.
use std::{collections::HashMap, sync::Arc};

use platform::{
    access_policy::AccessTable,
    jobs::{Handler, Handlers, JobKind, Schedule},
    secrets::DeleteParameter,
};

use super::{community_content::Content, routes::Drafting};
use crate::{
    bot::{self, response},
    context::Context,
    drafting::draft,
    email::{email_thread, incoming_email, outgoing_email},
    identity::{account, caller::Callers},
    inbox::{reply_target, routing_rule},
    integrations::{chatwoot, integration, software_request},
    knowledge::answer,
    messaging::{self, carrier, conversation, web_chat},
    operations::{file, mail},
    outreach::blast,
    reporting::{report, report_subscription, text_plan},
    service_requests::service_request,
    startup::retention::{DeleteExpiredData, ExpiredData},
    tenancy::community_admin,
};

pub fn handlers(
    context: &Context,
    index_cache: &bot::IndexCache,
    renderer: &response::ReplyRenderer,
    drafting: &Drafting,
    callers: &Callers,
    access_policy: &AccessTable,
    software_apis: &integration::SoftwareApis,
) -> Handlers {
    let answer = bot::AnswerText {
        context: context.clone(),
        index_cache: index_cache.clone(),
        renderer: renderer.clone(),
    };
    let answer_email = bot::AnswerEmail {
        context: context.clone(),
        index_cache: index_cache.clone(),
        renderer: renderer.clone(),
    };
    let answer_web_chat = bot::AnswerWebChat {
        context: context.clone(),
        index_cache: index_cache.clone(),
        renderer: renderer.clone(),
    };
    let web_chat_verification_timeout = bot::WebChatVerificationTimeout {
        context: context.clone(),
        index_cache: index_cache.clone(),
        renderer: renderer.clone(),
    };
    let disambiguation_timeout =
        bot::DisambiguationTimeout { context: context.clone(), index_cache: index_cache.clone() };
    let service_request_timeout =
        bot::ServiceRequestTimeout { context: context.clone(), index_cache: index_cache.clone() };
    let verification_timeout =
        bot::VerificationTimeout { context: context.clone(), index_cache: index_cache.clone() };
    let clients = carrier::Clients::new(context);
    let blasts = Arc::new(blast::Queue { context: context.clone() });
    let deliver = Arc::new(carrier::Deliver::new(context.clone(), clients.clone(), blasts.clone()));
    let send_blast = blast::SendBlast::new(context.clone(), deliver.clone());
    let reconcile = carrier::Reconcile::new(context.clone(), clients, blasts);
    let receiver = Arc::new(bot::TextReceiver { context: context.clone() });
    let write_draft = draft::WriteDraft {
        context: context.clone(),
        model: drafting.model.clone(),
        progress: drafting.progress.clone(),
    };
    let mut handlers = HashMap::from([
        (bot::ANSWER, Arc::new(answer) as Arc<dyn Handler>),
        (bot::DISAMBIGUATION_TIMEOUT, Arc::new(disambiguation_timeout)),
        (bot::SERVICE_REQUEST_TIMEOUT, Arc::new(service_request_timeout)),
        (bot::VERIFICATION_TIMEOUT, Arc::new(verification_timeout)),
        (bot::CALIBRATE.kind, Arc::new(bot::Calibrate { context: context.clone() })),
        (carrier::DELIVER, deliver),
        (carrier::FETCH_PHOTOS, Arc::new(carrier::FetchPhotos::new(context.clone()))),
        (
            carrier::RECEIVE_TEXTLINE_POST,
            Arc::new(carrier::ReceiveTextlinePost::new(context.clone(), receiver)),
        ),
        (blast::SEND_BLAST, Arc::new(send_blast)),
        (draft::WRITE_DRAFT, Arc::new(write_draft)),
        (carrier::RECONCILE, Arc::new(reconcile)),
        (
            service_request::ATTACH_PHOTOS,
            Arc::new(service_request::AttachPhotos { context: context.clone() }),
        ),
        (account::RESET, Arc::new(account::SendLink { context: context.clone() })),
        (
            community_admin::PURGE.kind,
            Arc::new(community_admin::Purge { context: context.clone(), content: Content::of(context) }),
        ),
        (conversation::WAKE, Arc::new(conversation::Wake { context: context.clone() })),
        (answer::SEED_COMMUNITIES, Arc::new(answer::SeedHandler { context: context.clone() })),
        (report::ROLL_UP.kind, Arc::new(report::RollUp { context: context.clone() })),
        (text_plan::CHECK_TEXT_PLANS.kind, Arc::new(text_plan::CheckTextPlans::new(context.clone()))),
        (incoming_email::ANSWER_EMAIL, Arc::new(answer_email)),
        (web_chat::ANSWER_WEB_CHAT, Arc::new(answer_web_chat)),
        (bot::WEB_CHAT_VERIFICATION_TIMEOUT, Arc::new(web_chat_verification_timeout)),
        (
            web_chat::NOTIFY_WEB_CHAT_VISITOR,
            Arc::new(web_chat::NotifyWebChatVisitor { context: context.clone() }),
        ),
        (web_chat::WAKE_WEB_CHAT, Arc::new(web_chat::WakeWebChat { context: context.clone() })),
        (outgoing_email::SEND_EMAIL, Arc::new(outgoing_email::SendEmail::new(context.clone()))),
        (
            incoming_email::FETCH_EMAILS.kind,
            Arc::new(incoming_email::FetchEmails { context: context.clone() }),
        ),
        (email_thread::WAKE, Arc::new(email_thread::Wake { context: context.clone() })),
        (
            messaging::thread::TRIAGE_CONVERSATION,
            Arc::new(routing_rule::TriageConversation { context: context.clone() }),
        ),
        (reply_target::ALERT_REPLY, Arc::new(reply_target::AlertReply { context: context.clone() })),
        (messaging::thread::MIRROR_MESSAGE, Arc::new(chatwoot::MirrorMessage::new(context.clone()))),
        (chatwoot::NOTE_REFUSAL, Arc::new(chatwoot::NoteRefusal::new(context.clone()))),
        (integration::SYNC_COMPANIES.kind, Arc::new(integration::SyncCompanies { context: context.clone() })),
        (
            integration::SYNC_COMPANY,
            Arc::new(integration::SyncCompany::new(context.clone(), software_apis.clone())),
        ),
        (
            integration::SYNC_ACCOUNTS,
            Arc::new(integration::SyncAccounts::new(context.clone(), software_apis.clone())),
        ),
        (
            software_request::SEND_SOFTWARE_REQUEST,
            Arc::new(software_request::SendSoftwareRequest::new(context.clone(), software_apis.clone())),
        ),
        (
            integration::READ_SOFTWARE_REQUESTS,
            Arc::new(software_request::ReadSoftwareRequests::new(context.clone(), software_apis.clone())),
        ),
        (email_thread::TRIAGE_EMAIL, Arc::new(routing_rule::TriageEmail { context: context.clone() })),
        (web_chat::TRIAGE_WEB_CHAT, Arc::new(routing_rule::TriageWebChat { context: context.clone() })),
        (
            report_subscription::SEND_REPORT,
            Arc::new(report_subscription::SendReport {
                context: context.clone(),
                sessions: callers.sessions.clone(),
                access: access_policy.clone(),
            }),
        ),
        (file::DELETE_FILES.kind, Arc::new(file::DeleteFiles { context: context.clone() })),
        (file::SWEEP_OBJECTS.kind, Arc::new(file::SweepObjects { context: context.clone() })),
        (mail::SEND_EMAIL, Arc::new(mail::EmailSender::new(context.clone()))),
        (
            JobKind::DeleteParameter,
            Arc::new(DeleteParameter {
                db: context.db.clone(),
                secrets: context.secrets.clone(),
                clock: context.clock.clone(),
            }),
        ),
    ]);
    for what in ExpiredData::ALL {
        handlers.insert(what.schedule().kind, Arc::new(DeleteExpiredData { context: context.clone(), what }));
    }
    Arc::new(handlers)
}

/// Returns the schedules of all recurring jobs.
pub fn schedules() -> Vec<Schedule> {
    ExpiredData::ALL
        .into_iter()
        .map(ExpiredData::schedule)
        .chain([
            community_admin::PURGE,
            bot::CALIBRATE,
            report::ROLL_UP,
            text_plan::CHECK_TEXT_PLANS,
            incoming_email::FETCH_EMAILS,
            integration::SYNC_COMPANIES,
            file::DELETE_FILES,
            file::SWEEP_OBJECTS,
        ])
        .collect()
}
