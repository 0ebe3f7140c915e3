//! The job that sends the report of one subscription.
use async_trait::async_trait;
use platform::{
    Fault, Scope, Timestamp, Tx,
    access_policy::AccessTable,
    ids::{SessionId, UserId},
    jobs::{self, Claimed, Handler},
};
use serde::Deserialize;
use tonic::Code;

use super::{commands, model::Subscription, queue, rules, store};
use crate::{
    context::Context,
    identity::session::{Account, Sessions},
    operations::mail::{self, Attachment, Email, Extras},
    reporting::report::{self, Report, ReportFilter},
};

/// The RPC that a subscriber must be allowed to call.
const READ: &str = "/parlor.v1.ReportService/GetReport";

/// Sends reports to subscribers.
pub struct SendReport {
    pub context: Context,
    pub sessions: Sessions,
    pub access: AccessTable,
}

#[derive(Deserialize)]
struct Payload {
    staff: UserId,
    version: i32,
    at: Timestamp,
}

#[async_trait]
impl Handler for SendReport {
    fn purpose(&self) -> &'static str {
        "Email a report"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let Payload { staff, version, at } =
            serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.read(&scope).await?;
        let found = store::find(&mut tx, &scope, &staff).await?;
        let subscription = found.filter(|one| one.version == version && one.next_ms == at);
        drop(tx);
        let Some(subscription) = subscription else { return self.finish(&scope, job).await };
        // Applies the user's current permissions, not those at the time of the subscription.
        let session = SessionId(String::new());
        let account = self.sessions.load_account_of_user(scope.company(), &staff, session).await?;
        let account = account.filter(|account| self.access.admits(READ, &account.actor).is_ok());
        let report = match &account {
            Some(account) => self.report(account, &subscription).await?,
            None => None,
        };
        let mut tx = self.context.db.write(&scope).await?;
        match account.zip(report) {
            Some((account, report)) => self.send(&mut tx, &scope, &subscription, &account, &report).await?,
            None => {
                store::delete(&mut tx, &scope, &staff).await?;
            }
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

impl SendReport {
    async fn finish(&self, scope: &Scope, job: &Claimed) -> Result<(), Fault> {
        let mut tx = self.context.db.write(scope).await?;
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }

    /// Reads the report of the last full week or month. `None` if the user can no longer see the community.
    async fn report(&self, account: &Account, subscription: &Subscription) -> Result<Option<Report>, Fault> {
        let actor = &account.actor;
        let community = subscription.community();
        let mut tx = self.context.db.read(&actor.scope()).await?;
        let time_zone = report::time_zone(&mut tx, &actor.scope(), community.as_ref()).await;
        drop(tx);
        let time_zone = match time_zone {
            Err(fault) if fault.code() == Code::NotFound => return Ok(None),
            time_zone => time_zone?,
        };
        let (start, end) = rules::days(subscription.frequency, &time_zone, self.context.now());
        let filter = ReportFilter {
            start_date: start.to_string(),
            end_date: end.to_string(),
            community,
            channel: None,
            category: String::new(),
            time_zone,
        };
        report::read(&self.context, actor, &filter).await.map(Some)
    }

    async fn send(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        subscription: &Subscription,
        account: &Account,
        report: &Report,
    ) -> Result<(), Fault> {
        let now = self.context.now();
        let next_ms = rules::next(subscription.frequency, &report.period.zone_name, now)?;
        if !store::advance(tx, scope, subscription, next_ms).await? {
            return Ok(());
        }
        let next = Subscription { next_ms, version: subscription.version + 1, ..subscription.clone() };
        queue::enqueue_next(tx, scope, &self.context, &next).await?;
        let url = commands::link(&self.context, scope.company(), &subscription.staff_id);
        let communities = match (subscription.community_id.as_str(), report.communities.first()) {
            ("", _) | (_, None) => "all communities",
            (_, Some(community)) => &community.label,
        };
        let email = Email {
            to: &account.staff.email,
            subject: rules::subject(subscription.frequency, report),
            body: rules::body(report, &account.company_name, communities, &url),
            withheld: true,
        };
        let attachment = Attachment {
            name: format!("report-{}-{}.csv", report.period.start, report.period.end),
            media_type: "text/csv".to_owned(),
            text: String::from_utf8(report::csv(report)?.0).map_err(Fault::internal)?,
        };
        let extras = Extras { attachment: Some(attachment), unsubscribe_url: Some(url.clone()) };
        mail::post_with(tx, scope, &self.context, &email, &extras, now).await?;
        Ok(())
    }
}
