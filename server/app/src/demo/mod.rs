//! The demo: three companies with nine communities. It is the same each time. The times of its events are relative to
//! the time when it is created.
mod communities;
mod dataset;
mod drafting;
mod email;
mod history;
mod inbox;
mod outreach;
mod service_requests;
mod web_chat;

use platform::{Fault, Ids, Scope, Timestamp, Tx, ids::CompanyId};

use crate::{
    context::Context,
    identity::session::Passwords,
    tenancy::{community, community_admin},
};

/// The company that runs the platform in the demo.
pub const MAIN_COMPANY: &str = "company-parlor";

/// The second company with service requests in the demo.
pub const SECOND_COMPANY: &str = "company-northgate";

const COMPANIES: &str = include_str!("../../demo/companies.json");
const COMMUNITIES: [&str; 9] = [
    include_str!("../../demo/harbor_row.json"),
    include_str!("../../demo/the_meridian.json"),
    include_str!("../../demo/osprey_lake.json"),
    include_str!("../../demo/larkspur_commons.json"),
    include_str!("../../demo/tinsmith_lofts.json"),
    include_str!("../../demo/juniper_mesa.json"),
    include_str!("../../demo/fenwick_court.json"),
    include_str!("../../demo/bluestem_village.json"),
    include_str!("../../demo/elkhorn_ridge.json"),
];

/// The tools that create the demo. Its ids come from a fixed seed, so that they are the same each time.
struct Maker<'a> {
    ids: Ids,
    now: Timestamp,
    password_hash: &'a str,
    history_days: u32,
}

/// Options of the demo.
pub struct Demo {
    /// Hash of the password of all users of the demo.
    pub password_hash: String,
    /// Number of days before the texts of the dataset for which earlier texts are generated; 0 for none.
    pub history_days: u32,
}

impl Demo {
    /// Returns the options of a demo whose users all have this password.
    ///
    /// # Errors
    /// Fails if the system has no entropy.
    pub async fn with_password(password: String, history_days: u32) -> Result<Self, Fault> {
        let password_hash = Passwords::new(1).hash(password).await?;
        Ok(Self { password_hash, history_days })
    }
}

/// Fills the database with the demo, unless it exists.
pub async fn fill(context: &Context, demo: &Demo) -> Result<(), Fault> {
    let dataset: dataset::Dataset = serde_json::from_str(COMPANIES).map_err(Fault::internal)?;
    let communities: Vec<dataset::Community> = COMMUNITIES
        .iter()
        .map(|text| serde_json::from_str(text))
        .collect::<Result<_, _>>()
        .map_err(Fault::internal)?;
    let maker = Maker {
        ids: Ids::from_seed(2026),
        now: context.now(),
        password_hash: &demo.password_hash,
        history_days: demo.history_days,
    };
    for company in &dataset.companies {
        let id = CompanyId(company.id.clone());
        let scope = Scope::of_company(&id);
        let mut tx = context.db.read(&scope).await?;
        if crate::tenancy::company::find_by_name(&mut tx, &company.name).await?.is_some() {
            continue;
        }
        drop(tx);
        let received = maker.received(context, &scope, company).await?;
        let photos = maker.request_photos(context, &scope, company).await?;
        let mut tx = context.db.found(&scope).await?;
        if crate::tenancy::company::find_by_name(&mut tx, &company.name).await?.is_some() {
            continue;
        }
        maker.company(&mut tx, &scope, company, &communities).await?;
        maker.service_requests(&mut tx, context, &scope, company, photos, &communities).await?;
        maker.drafts(&mut tx, context, &scope, company, &communities).await?;
        maker.mailboxes(&mut tx, context, &scope, company, received, &communities).await?;
        maker.canned_replies(&mut tx, &scope, company).await?;
        maker.web_chats(&mut tx, &scope, company, &communities).await?;
        tx.commit().await?;
    }
    maker.beside(context, &dataset).await
}

impl Maker<'_> {
    /// Creates the communities without a company, and the community requests.
    async fn beside(&self, context: &Context, dataset: &dataset::Dataset) -> Result<(), Fault> {
        for unattached in &dataset.unattached {
            let community = unattached.stored(self.now);
            let mut tx = context.db.platform().await?;
            if community_admin::exists(&mut tx, &community.id).await? {
                return Ok(());
            }
            community::insert(&mut tx, &community).await?;
            tx.commit().await?;
        }
        for request in &dataset.requests {
            let scope = Scope::of_company(&request.company.as_str().into());
            let mut tx = context.db.write(&scope).await?;
            let at = self.ago(request.minutes_ago);
            community_admin::insert_community_request(&mut tx, &request.stored(self.ids.next(at), at))
                .await?;
            tx.commit().await?;
        }
        Ok(())
    }

    async fn company(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        company: &dataset::Company,
        communities: &[dataset::Community],
    ) -> Result<(), Fault> {
        crate::tenancy::company::insert(tx, &company.stored(self.now)).await?;
        self.answers(tx, scope, &"".into(), &company.answers).await?;
        for staff in &company.staff {
            let hash = self.password_hash.to_owned();
            crate::identity::session::insert_staff(tx, &staff.stored(scope, hash, self.now)).await?;
        }
        for community in communities.iter().filter(|c| company.communities.contains(&c.tag)) {
            self.community(tx, scope, company, community).await?;
        }
        self.outreach(tx, scope, company, communities).await?;
        if self.history_days > 0 {
            self.company_history(tx, scope, company, communities).await?;
        }
        Ok(())
    }
}
