//! Every service, at its place.
use contract::v1::{
    account_service_server::AccountServiceServer, answering_service_server::AnsweringServiceServer,
    audit_service_server::AuditServiceServer, carrier_service_server::CarrierServiceServer,
    catalogue_service_server::CatalogueServiceServer,
    community_admin_service_server::CommunityAdminServiceServer,
    community_service_server::CommunityServiceServer, company_service_server::CompanyServiceServer,
    conversation_service_server::ConversationServiceServer,
    escalation_service_server::EscalationServiceServer, event_service_server::EventServiceServer,
    handset_service_server::HandsetServiceServer, homeowner_service_server::HomeownerServiceServer,
    integration_service_server::IntegrationServiceServer, job_service_server::JobServiceServer,
    knowledge_service_server::KnowledgeServiceServer, link_service_server::LinkServiceServer,
    mail_service_server::MailServiceServer, o_auth_service_server::OAuthServiceServer,
    partner_service_server::PartnerServiceServer, playground_service_server::PlaygroundServiceServer,
    replay_service_server::ReplayServiceServer, session_service_server::SessionServiceServer,
    test_case_service_server::TestCaseServiceServer, user_service_server::UserServiceServer,
    voice_service_server::VoiceServiceServer,
};
use contract::v1::{
    answer_file_service_server::AnswerFileServiceServer,
    answer_history_service_server::AnswerHistoryServiceServer,
    contradiction_service_server::ContradictionServiceServer, gap_service_server::GapServiceServer,
};
use platform::jobs::Handlers;
use tokio::sync::watch;
use tonic::service::Routes;

use super::Failure;
use crate::{
    account, audit, bot,
    callers::Callers,
    carrier, catalogue, community_admin, company,
    context::Context,
    contradiction, desk, directory, escalation, event, gap, handset, homeowner, integration, job, knowledge,
    link, mail, oauth, partner, playground, preview, replay, session, test_case,
    transport::{AccessTable, MOST_FILE_BYTES},
    user, voice,
};

/// What single services ask beside storage.
pub struct Asked<'a> {
    pub callers: &'a Callers,
    pub table: &'a AccessTable,
    pub handlers: &'a Handlers,
    pub brain: &'a bot::Brain,
    pub voice: &'a voice::Voice,
}

pub async fn routes(
    context: &Context,
    Asked { callers, table, handlers, brain, voice }: Asked<'_>,
    stop: watch::Receiver<bool>,
) -> Result<(Routes, tonic_health::server::HealthReporter), Failure> {
    let (health, health_service) = tonic_health::server::health_reporter();
    health.set_service_status("", tonic_health::ServingStatus::Serving).await;
    let reflection = || {
        tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(contract::DESCRIPTORS)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
    };
    let watch = event::Service {
        context: context.clone(),
        feeds: event::Feeds::new(context.db.clone()),
        callers: callers.clone(),
        access: table.clone(),
        stop,
    };
    let sessions = &callers.sessions;
    let oauth = oauth::Service { context: context.clone(), tokens: callers.tokens.clone() };
    macro_rules! bounded {
        ($server:ident, $service:expr) => {
            $server::new($service).max_decoding_message_size(MOST_FILE_BYTES)
        };
    }
    let rehearsal = bot::Rehearsal::new(context.clone(), brain.clone(), voice.clone());
    let companies = company::Service { context: context.clone(), sessions: sessions.clone() };
    let routes = Routes::new(bounded!(SessionServiceServer, session::Service(sessions.clone())))
        .add_service(bounded!(CompanyServiceServer, companies))
        .add_service(bounded!(CommunityServiceServer, directory::Service(context.clone())))
        .add_service(bounded!(KnowledgeServiceServer, knowledge::Service(context.clone())))
        .add_service(bounded!(AnswerFileServiceServer, knowledge::FileService::new(context.clone())))
        .add_service(bounded!(AnswerHistoryServiceServer, knowledge::HistoryService(context.clone())))
        .add_service(bounded!(ContradictionServiceServer, contradiction::Service::new(context.clone())))
        .add_service(bounded!(GapServiceServer, gap::Service::new(context.clone())))
        .add_service(bounded!(ConversationServiceServer, desk::Service(context.clone())))
        .add_service(bounded!(EscalationServiceServer, escalation::Service(context.clone(), table.clone())))
        .add_service(bounded!(HandsetServiceServer, handset::Service(context.clone())))
        .add_service(bounded!(EventServiceServer, watch))
        .add_service(bounded!(
            AccountServiceServer,
            account::Service { context: context.clone(), sessions: sessions.clone() }
        ))
        .add_service(bounded!(
            AnsweringServiceServer,
            bot::Service { brain: brain.clone(), voice: voice.clone() }
        ))
        .add_service(bounded!(AuditServiceServer, audit::Service(context.clone())))
        .add_service(bounded!(CarrierServiceServer, carrier::Service(context.clone())))
        .add_service(bounded!(CatalogueServiceServer, catalogue::Service::new(context.clone())))
        .add_service(bounded!(CommunityAdminServiceServer, community_admin::Service(context.clone())))
        .add_service(bounded!(HomeownerServiceServer, homeowner::Service::new(context.clone())))
        .add_service(bounded!(IntegrationServiceServer, integration::Service(context.clone())))
        .add_service(bounded!(
            JobServiceServer,
            job::Service { context: context.clone(), handlers: handlers.clone() }
        ))
        .add_service(bounded!(LinkServiceServer, link::Service(context.clone())))
        .add_service(bounded!(MailServiceServer, mail::Service(context.clone())))
        .add_service(bounded!(OAuthServiceServer, oauth))
        .add_service(bounded!(PartnerServiceServer, partner::Service(context.clone())))
        .add_service(bounded!(
            PlaygroundServiceServer,
            playground::Service { context: context.clone(), rehearsal: rehearsal.clone() }
        ))
        .add_service(bounded!(
            ReplayServiceServer,
            replay::Service::new(context.clone(), brain.sense.clone())
        ))
        .add_service(bounded!(
            TestCaseServiceServer,
            test_case::Service { context: context.clone(), rehearsal }
        ))
        .add_service(bounded!(
            VoiceServiceServer,
            preview::Service {
                context: context.clone(),
                // Whoever tries a persona does not wait for those who try many questions.
                rehearsal: bot::Rehearsal::new(context.clone(), brain.clone(), voice.clone()),
                voice: voice.clone(),
            }
        ))
        .add_service(bounded!(
            UserServiceServer,
            user::Service { context: context.clone(), sessions: sessions.clone() }
        ))
        .add_service(health_service)
        .add_service(reflection().build_v1()?)
        .add_service(reflection().build_v1alpha()?)
        .prepare();
    Ok((routes, health))
}
