//! Builds the gRPC routes of all services.
use std::sync::Arc;

use contract::v1::{
    account_service_server::AccountServiceServer, audience_service_server::AudienceServiceServer,
    audit_service_server::AuditServiceServer, blast_service_server::BlastServiceServer,
    blast_template_service_server::BlastTemplateServiceServer, carrier_service_server::CarrierServiceServer,
    catalog_service_server::CatalogServiceServer, chatwoot_service_server::ChatwootServiceServer,
    community_admin_service_server::CommunityAdminServiceServer,
    community_service_server::CommunityServiceServer, company_service_server::CompanyServiceServer,
    conversation_service_server::ConversationServiceServer, draft_service_server::DraftServiceServer,
    engine_status_service_server::EngineStatusServiceServer,
    escalation_service_server::EscalationServiceServer, event_service_server::EventServiceServer,
    homeowner_service_server::HomeownerServiceServer, integration_service_server::IntegrationServiceServer,
    job_service_server::JobServiceServer, knowledge_service_server::KnowledgeServiceServer,
    link_service_server::LinkServiceServer, mail_service_server::MailServiceServer,
    o_auth_service_server::OAuthServiceServer, partner_service_server::PartnerServiceServer,
    persona_preview_service_server::PersonaPreviewServiceServer,
    playground_service_server::PlaygroundServiceServer, replay_service_server::ReplayServiceServer,
    report_service_server::ReportServiceServer,
    report_subscription_service_server::ReportSubscriptionServiceServer,
    session_service_server::SessionServiceServer, test_case_service_server::TestCaseServiceServer,
    test_phone_service_server::TestPhoneServiceServer, text_plan_service_server::TextPlanServiceServer,
    user_service_server::UserServiceServer,
};
use contract::v1::{
    answer_file_service_server::AnswerFileServiceServer,
    answer_history_service_server::AnswerHistoryServiceServer,
    canned_reply_service_server::CannedReplyServiceServer,
    channel_health_service_server::ChannelHealthServiceServer, consent_service_server::ConsentServiceServer,
    contradiction_service_server::ContradictionServiceServer,
    email_thread_service_server::EmailThreadServiceServer, inbox_service_server::InboxServiceServer,
    incoming_email_service_server::IncomingEmailServiceServer, macro_service_server::MacroServiceServer,
    mailbox_service_server::MailboxServiceServer, outgoing_email_service_server::OutgoingEmailServiceServer,
    reply_target_service_server::ReplyTargetServiceServer,
    routing_rule_service_server::RoutingRuleServiceServer, saved_view_service_server::SavedViewServiceServer,
    service_request_service_server::ServiceRequestServiceServer,
    software_request_service_server::SoftwareRequestServiceServer,
    unanswered_question_service_server::UnansweredQuestionServiceServer,
    web_chat_service_server::WebChatServiceServer, web_chat_site_service_server::WebChatSiteServiceServer,
    work_order_service_server::WorkOrderServiceServer,
};
use platform::{access_policy::AccessTable, jobs::Handlers, network_address::Resolver};
use tokio::sync::watch;
use tonic::service::Routes;

use super::{community_content::Content, reflection::reflection_routes};
use crate::{
    bot::{self, engine_status, response, unanswered_question},
    context::Context,
    drafting::{LanguageModel, Reader, draft},
    email::{email_thread, incoming_email, mailbox, outgoing_email},
    identity::{account, caller::Callers, oauth, partner, session, user},
    inbox::{canned_reply, channel_health, inbox_item, inbox_macro, reply_target, routing_rule},
    integrations::{chatwoot, integration, software_request},
    knowledge::{answer, catalog, contradiction},
    messaging::{carrier, conversation, escalation, thread, web_chat, web_chat_site},
    operations::{audit, job, link, mail},
    outreach::{audience, blast, blast_template},
    realtime::event,
    reporting::{report, report_subscription, text_plan},
    residents::{consent, homeowner},
    service_requests::{saved_view, service_request, work_order},
    simulation::{persona_preview, playground, replay, test_case, test_phone},
    tenancy::{community, community_admin, company},
    transport::MAX_FILE_BYTES,
};

/// A server of a service whose messages may hold a file.
macro_rules! bounded {
    ($server:ident, $service:expr) => {
        $server::new($service).max_decoding_message_size(MAX_FILE_BYTES)
    };
}

/// Dependencies of drafts other than storage.
pub struct Drafting {
    /// The model that writes drafts. Without one, drafts are written from templates.
    pub model: Option<LanguageModel>,
    pub progress: draft::Progress,
    pub reader: Reader,
}

/// Dependencies of individual services other than storage.
pub struct RouteDependencies<'a> {
    pub callers: &'a Callers,
    pub access_policy: &'a AccessTable,
    pub handlers: &'a Handlers,
    pub index_cache: &'a bot::IndexCache,
    pub renderer: &'a response::ReplyRenderer,
    pub drafting: &'a Drafting,
    pub streams: event::StreamLimits,
    pub resolver: Arc<dyn Resolver>,
    pub software_apis: &'a integration::SoftwareApis,
}

pub async fn routes(
    context: &Context,
    RouteDependencies {
        callers,
        access_policy,
        handlers,
        index_cache,
        renderer,
        drafting,
        streams,
        resolver,
        software_apis,
    }: RouteDependencies<'_>,
    stop: watch::Receiver<bool>,
) -> (Routes, tonic_health::server::HealthReporter) {
    let (health, health_service) = tonic_health::server::health_reporter();
    health.set_service_status("", tonic_health::ServingStatus::Serving).await;
    // One pool, so that streams of events and of drafts count together.
    let slots = event::StreamSlots::new(streams);
    let drafts = draft::Service {
        context: context.clone(),
        model: drafting.model.clone(),
        progress: drafting.progress.clone(),
        reader: drafting.reader.clone(),
        callers: callers.clone(),
        access: access_policy.clone(),
        slots: slots.clone(),
        stop: stop.clone(),
    };
    let watch = event::Service {
        context: context.clone(),
        feeds: event::Feeds::new(context.db.clone()),
        callers: callers.clone(),
        access: access_policy.clone(),
        slots,
        stop,
    };
    let sessions = &callers.sessions;
    let oauth = oauth::Service { context: context.clone(), tokens: callers.tokens.clone() };
    let simulator = bot::Simulator::new(context.clone(), index_cache.clone(), renderer.clone());
    let companies = company::Service { context: context.clone(), sessions: sessions.clone() };
    let routes = add_storage_services(reflection_routes(), context)
        .add_service(bounded!(SessionServiceServer, session::Service { sessions: sessions.clone() }))
        .add_service(bounded!(CompanyServiceServer, companies))
        .add_service(bounded!(
            InboxServiceServer,
            inbox_item::Service { context: context.clone(), access: access_policy.clone() }
        ))
        .add_service(bounded!(
            ChannelHealthServiceServer,
            channel_health::Service { context: context.clone() }
        ))
        .add_service(bounded!(
            CommunityServiceServer,
            community::Service { context: context.clone(), content: Content::of(context) }
        ))
        .add_service(bounded!(
            EscalationServiceServer,
            escalation::Service {
                context: context.clone(),
                access_policy: access_policy.clone(),
                cpu_pool: platform::CpuPool::new(),
            }
        ))
        .add_service(bounded!(EventServiceServer, watch))
        .add_service(bounded!(
            AccountServiceServer,
            account::Service { context: context.clone(), sessions: sessions.clone() }
        ))
        .add_service(bounded!(
            EngineStatusServiceServer,
            engine_status::Service { index_cache: index_cache.clone(), renderer: renderer.clone() }
        ))
        .add_service(bounded!(DraftServiceServer, drafts))
        .add_service(bounded!(
            ReportSubscriptionServiceServer,
            report_subscription::Service { context: context.clone(), sessions: sessions.clone() }
        ))
        .add_service(bounded!(TextPlanServiceServer, text_plan::Service { context: context.clone() }))
        .add_service(bounded!(
            CommunityAdminServiceServer,
            community_admin::Service { context: context.clone(), content: Content::of(context) }
        ))
        .add_service(bounded!(
            JobServiceServer,
            job::Service { context: context.clone(), handlers: handlers.clone() }
        ))
        .add_service(bounded!(
            IntegrationServiceServer,
            integration::Service { context: context.clone(), apis: software_apis.clone() }
        ))
        .add_service(bounded!(LinkServiceServer, link::Service { context: context.clone(), resolver }))
        .add_service(bounded!(OAuthServiceServer, oauth))
        .add_service(bounded!(
            PlaygroundServiceServer,
            playground::Service { context: context.clone(), simulator: simulator.clone() }
        ))
        .add_service(bounded!(
            ReplayServiceServer,
            replay::Service::new(context.clone(), index_cache.encoder.clone())
        ))
        .add_service(bounded!(
            TestCaseServiceServer,
            test_case::Service { context: context.clone(), simulator }
        ))
        .add_service(bounded!(
            PersonaPreviewServiceServer,
            persona_preview::Service {
                context: context.clone(),
                // Has a queue of its own, so that a preview does not wait for replays.
                simulator: bot::Simulator::new(context.clone(), index_cache.clone(), renderer.clone()),
                renderer: renderer.clone(),
            }
        ))
        .add_service(bounded!(
            UserServiceServer,
            user::Service { context: context.clone(), sessions: sessions.clone() }
        ))
        .add_service(health_service)
        .prepare();
    (routes, health)
}

/// Adds the services that depend on storage only.
fn add_storage_services(routes: Routes, context: &Context) -> Routes {
    routes
        .add_service(bounded!(CannedReplyServiceServer, canned_reply::Service { context: context.clone() }))
        .add_service(bounded!(MacroServiceServer, inbox_macro::Service { context: context.clone() }))
        .add_service(bounded!(ReplyTargetServiceServer, reply_target::Service { context: context.clone() }))
        .add_service(bounded!(RoutingRuleServiceServer, routing_rule::Service { context: context.clone() }))
        .add_service(bounded!(KnowledgeServiceServer, answer::Service { context: context.clone() }))
        .add_service(bounded!(AnswerFileServiceServer, answer::FileService::new(context.clone())))
        .add_service(bounded!(
            AnswerHistoryServiceServer,
            answer::HistoryService { context: context.clone() }
        ))
        .add_service(bounded!(ContradictionServiceServer, contradiction::Service::new(context.clone())))
        .add_service(bounded!(
            UnansweredQuestionServiceServer,
            unanswered_question::Service::new(context.clone())
        ))
        .add_service(bounded!(ConversationServiceServer, conversation::Service { context: context.clone() }))
        .add_service(bounded!(TestPhoneServiceServer, test_phone::Service { context: context.clone() }))
        .add_service(bounded!(AudienceServiceServer, audience::Service::new(context.clone())))
        .add_service(bounded!(BlastServiceServer, blast::Service { context: context.clone() }))
        .add_service(bounded!(
            BlastTemplateServiceServer,
            blast_template::Service { context: context.clone() }
        ))
        .add_service(bounded!(ReportServiceServer, report::Service { context: context.clone() }))
        .add_service(bounded!(AuditServiceServer, audit::Service { context: context.clone() }))
        .add_service(bounded!(CarrierServiceServer, carrier::Service::new(context.clone())))
        .add_service(bounded!(ChatwootServiceServer, chatwoot::Service::new(context.clone())))
        .add_service(bounded!(CatalogServiceServer, catalog::Service::new(context.clone())))
        .add_service(bounded!(
            ConsentServiceServer,
            consent::Service {
                context: context.clone(),
                conversations: Arc::new(thread::ConsentConversations)
            }
        ))
        .add_service(bounded!(HomeownerServiceServer, homeowner::Service::new(context.clone())))
        .add_service(bounded!(MailServiceServer, mail::Service { context: context.clone() }))
        .add_service(bounded!(MailboxServiceServer, mailbox::Service { context: context.clone() }))
        .add_service(bounded!(EmailThreadServiceServer, email_thread::Service { context: context.clone() }))
        .add_service(bounded!(
            IncomingEmailServiceServer,
            incoming_email::Service { context: context.clone() }
        ))
        .add_service(bounded!(
            OutgoingEmailServiceServer,
            outgoing_email::Service { context: context.clone() }
        ))
        .add_service(bounded!(PartnerServiceServer, partner::Service { context: context.clone() }))
        .add_service(bounded!(
            ServiceRequestServiceServer,
            service_request::Service { context: context.clone() }
        ))
        .add_service(bounded!(SavedViewServiceServer, saved_view::Service { context: context.clone() }))
        .add_service(bounded!(WorkOrderServiceServer, work_order::Service { context: context.clone() }))
        .add_service(bounded!(
            SoftwareRequestServiceServer,
            software_request::Service { context: context.clone() }
        ))
        .add_service(bounded!(WebChatServiceServer, web_chat::Service::new(context.clone())))
        .add_service(bounded!(WebChatSiteServiceServer, web_chat_site::Service { context: context.clone() }))
}
