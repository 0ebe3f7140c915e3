//! The calls of `CommunityAdminService`.
use contract::v1::{community_admin_service_server::CommunityAdminService, *};
use platform::{
    Actor, Fault, Scope, Tx, events,
    ids::{CommunityId, CompanyId},
    paging,
    phone::Phone,
    signal::{Signal, Whom},
};
use tonic::{Request, Response, Status};

use super::{
    acts::{Place, fulfil, number, refuse_taken, renumber, require_wish},
    convert,
    model::Wish,
    rules, store,
};
use crate::{
    audit::{self, Deed},
    call, catalogue,
    community::{self, ASSOCIATIONS, Association, Community},
    context::Context,
    knowledge,
};

/// Answers the calls.
pub struct Service(pub Context);

#[tonic::async_trait]
impl CommunityAdminService for Service {
    async fn list_communities(
        &self,
        request: Request<ListCommunitiesRequest>,
    ) -> Result<Response<ListCommunitiesResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.within_or_own(&request.company_id)?;
        let limit = paging::limit(request.limit);
        let (search, token) = (request.search_query.as_str(), request.page_token.as_str());
        let (rows, next_page_token) = if request.without_company {
            let after = paging::after(token)?;
            let mut tx = self.0.db.platform_read().await?;
            // Nobody else sees any.
            let rows = match actor.platform_administrator {
                true => store::unattached(&mut tx, search, after, limit).await?,
                false => vec![],
            };
            paging::page(rows, limit, |c| (c.tag.clone(), c.id.clone()))
        } else {
            let mut tx = self.0.db.read(&scope).await?;
            community::terms(&mut tx, &scope).await?;
            if request.archived {
                let rows = store::archived(&mut tx, &scope, search, paging::after(token)?, limit).await?;
                paging::page(rows, limit, |c| (c.archived_ms, c.id.clone()))
            } else {
                let rows = community::search(&mut tx, &scope, search, paging::after(token)?, limit).await?;
                paging::page(rows, limit, |c| community::name_key(&c.tag))
            }
        };
        let communities = self.shown(&actor, &scope, &rows).await?;
        Ok(Response::new(ListCommunitiesResponse { communities, next_page_token }))
    }

    async fn create_community(
        &self,
        request: Request<CreateCommunityRequest>,
    ) -> Result<Response<CreateCommunityResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.within(&request.id.as_str().into())?;
        let number = number(&request.number)?;
        let now = self.0.now();
        let tag = community::tag("label", &request.label)?;
        let time_zone = community::time_zone("timeZone", &request.time_zone)?;
        let mut community = Community::new(self.0.ids.next(now), tag, time_zone, now);
        community.units = request.units;
        community.number = number.as_ref().map(|n| n.as_str().to_owned());
        community.escalation_email = community::address(&request.escalation_email);
        community.secondary_escalation_emails = community::addresses(&request.secondary_escalation_emails);
        let place = Place { companies: vec![scope.company().clone()], scope };
        let scope = &place.scope;
        let mut tx = self.begin(&place).await?;
        let terms = community::terms(&mut tx, scope).await?;
        community.custom_verbiage = terms.verbiage().to_vec();
        let needed = needed(terms.software);
        rules::set_codes(&mut community.association_codes, &convert::codes(&request), needed, true)?;
        refuse_taken(&mut tx, &place.all(), &community).await?;
        community::insert(&mut tx, &community).await?;
        community::link(&mut tx, scope, &community, &[]).await?;
        let catalogue = catalogue::named(request.catalogue);
        knowledge::start(&mut tx, scope, std::slice::from_ref(&community.id), catalogue, now).await?;
        if !store::set_number(&mut tx, scope, &community.id, number.as_ref()).await? {
            return Err(rules::number_taken().into());
        }
        if !request.request_id.is_empty() {
            fulfil(&mut tx, scope, &request.request_id.into(), &community).await?;
        }
        let summary = format!("Made the community {}.", community.label());
        self.record(&mut tx, &place, &actor, "community.created", &community, &summary).await?;
        self.finish(tx, &place, &community.id).await?;
        let text_community = Some(one(&place, &actor, &community));
        Ok(Response::new(CreateCommunityResponse { text_community }))
    }

    async fn update_community(
        &self,
        request: Request<UpdateCommunityRequest>,
    ) -> Result<Response<UpdateCommunityResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let id: CommunityId = request.id.as_str().into();
        let before = self.place(&actor, &id).await?;
        let after = companies_after(&actor, &before, &request)?;
        let concerned = Place { scope: after.scope.clone(), companies: both(&before, &after) };
        let mut tx = self.begin(&concerned).await?;
        let found = store::find(&mut tx, &id).await?.filter(|community| community.archived_ms.is_none());
        let mut community = found.ok_or_else(|| Fault::not_found("community"))?;
        change(&mut community, &request)?;
        let terms = match after.companies.first() {
            Some(company) => Some(community::terms(&mut tx, &Scope::of_company(company)).await?),
            None => None,
        };
        let needed = terms.and_then(|terms| needed(terms.software));
        rules::set_codes(&mut community.association_codes, &convert::codes(&request), needed, false)?;
        refuse_taken(&mut tx, &after.all(), &community).await?;
        store::save(&mut tx, &community).await?;
        if after.companies != before.companies {
            store::attach(&mut tx, &community, &after.companies).await?;
        }
        renumber(&mut tx, &after, &mut community, request.number.as_deref()).await?;
        let summary = format!("Changed the community {}.", community.label());
        self.record(&mut tx, &concerned, &actor, "community.changed", &community, &summary).await?;
        self.finish(tx, &concerned, &id).await?;
        let text_community = Some(one(&after, &actor, &community));
        Ok(Response::new(UpdateCommunityResponse { text_community }))
    }

    async fn delete_community(
        &self,
        request: Request<DeleteCommunityRequest>,
    ) -> Result<Response<DeleteCommunityResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let reason = rules::reason(&request.reason, 10)?;
        let id: CommunityId = request.id.into();
        let place = self.place(&actor, &id).await?;
        if place.companies.len() > 1 && !actor.platform_administrator {
            return Err(Fault::precondition(
                "SHARED_COMMUNITY",
                "Another company has this community too. Ask whoever runs Parlor for you to delete it.",
            )
            .into());
        }
        let mut tx = self.begin(&place).await?;
        let found = store::find(&mut tx, &id).await?.filter(|community| community.archived_ms.is_none());
        let community = found.ok_or_else(|| Fault::not_found("community"))?;
        let ids = std::slice::from_ref(&id);
        super::archive(&mut tx, &self.0, ids, (&reason, actor.id.as_str())).await?;
        let summary = format!("Deleted the community {}: {reason}", community.label());
        self.record(&mut tx, &place, &actor, "community.deleted", &community, &summary).await?;
        self.finish(tx, &place, &id).await?;
        Ok(Response::new(DeleteCommunityResponse {}))
    }

    async fn restore_community(
        &self,
        request: Request<RestoreCommunityRequest>,
    ) -> Result<Response<RestoreCommunityResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let id: CommunityId = request.id.into();
        let place = self.place(&actor, &id).await?;
        let mut tx = self.begin(&place).await?;
        let found = store::find(&mut tx, &id).await?;
        let mut community = found.ok_or_else(|| Fault::not_found("community"))?;
        let Some(archived) = community.archived_ms else {
            return Err(Fault::precondition(
                "NOT_DELETED",
                "This community is in use; there is nothing to restore.",
            )
            .into());
        };
        if !rules::is_restorable(archived, self.0.now()) {
            return Err(Fault::not_found("community").into());
        }
        refuse_taken(&mut tx, &place.all(), &community).await?;
        let number = store::archived_number(&mut tx, &id).await?;
        store::restore(&mut tx, &id).await?;
        if let Some(number) = number.filter(|_| !place.companies.is_empty()) {
            let number = Phone::parse("number", &number)?;
            if !store::set_number(&mut tx, &place.scope, &id, Some(&number)).await? {
                return Err(rules::number_taken().into());
            }
            community.number = Some(number.as_str().to_owned());
        }
        community.archived_ms = None;
        community.archived_reason.clear();
        let summary = format!("Restored the community {}.", community.label());
        self.record(&mut tx, &place, &actor, "community.restored", &community, &summary).await?;
        self.finish(tx, &place, &id).await?;
        let text_community = Some(one(&place, &actor, &community));
        Ok(Response::new(RestoreCommunityResponse { text_community }))
    }

    async fn request_community(
        &self,
        request: Request<RequestCommunityRequest>,
    ) -> Result<Response<RequestCommunityResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        if !actor.facts.contains(&platform::actor::Fact::FullView) {
            return Err(Fault::precondition(
                "SCREEN_NOT_AVAILABLE",
                "This is not switched on for you. Ask your administrator if you need it.",
            )
            .into());
        }
        let (scope, now) = (actor.scope(), self.0.now());
        let name = community::tag("communityName", &request.community_name)?.replace('_', " ");
        let email = community::address(&request.escalation_email);
        let mut wish = Wish::new(&scope, self.0.ids.next(now), name, &email, actor.id.clone(), now);
        wish.requested_by_name = actor.name.to_string();
        wish.secondary_escalation_emails = community::addresses(&request.secondary_escalation_emails);
        let mut tx = self.0.db.write(&scope).await?;
        if community::find_by_tag(&mut tx, &scope.whole(), &wish.community_name).await?.is_some() {
            return Err(rules::community_exists().into());
        }
        if !store::insert_wish(&mut tx, &wish).await? {
            return Err(Fault::exists(
                "ALREADY_REQUESTED",
                "Somebody asked for a community of this name already. An administrator decides on it.",
            )
            .into());
        }
        self.record_wish(&mut tx, &actor, "community.requested", &wish, "Asked for").await?;
        tx.commit().await?;
        Ok(Response::new(RequestCommunityResponse { request: Some(convert::wish(&wish)) }))
    }

    async fn list_community_requests(
        &self,
        request: Request<ListCommunityRequestsRequest>,
    ) -> Result<Response<ListCommunityRequestsResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let scope = actor.within_or_own(&request.company_id)?;
        let limit = paging::limit(request.limit);
        let before = paging::after(&request.page_token)?;
        let mut tx = self.0.db.read(&scope).await?;
        community::terms(&mut tx, &scope).await?;
        let rows = store::wishes(&mut tx, &scope, convert::state(request.state), before, limit).await?;
        let (rows, next_page_token) = paging::page(rows, limit, |wish| (wish.requested_ms, wish.id.clone()));
        let requests = rows.iter().map(convert::wish).collect();
        Ok(Response::new(ListCommunityRequestsResponse { requests, next_page_token }))
    }

    async fn decide_community_request(
        &self,
        request: Request<DecideCommunityRequestRequest>,
    ) -> Result<Response<DecideCommunityRequestResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let refused = if request.approve { None } else { Some(rules::reason(&request.reason, 3)?) };
        let mut tx = self.0.db.write(&actor.scope()).await?;
        let wish = require_wish(&mut tx, &actor.scope(), &request.id.into()).await?;
        let before = wish.state;
        let word = if refused.is_some() { "Rejected" } else { "Approved" };
        let wish = rules::decide(wish, refused, &actor.name, self.0.now()).map_err(Fault::from)?;
        store::save_wish(&mut tx, before, &wish).await?;
        self.record_wish(&mut tx, &actor, "community.request_decided", &wish, word).await?;
        tx.commit().await?;
        Ok(Response::new(DecideCommunityRequestResponse { request: Some(convert::wish(&wish)) }))
    }

    async fn withdraw_community_request(
        &self,
        request: Request<WithdrawCommunityRequestRequest>,
    ) -> Result<Response<WithdrawCommunityRequestResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let mut tx = self.0.db.write(&actor.scope()).await?;
        let wish = require_wish(&mut tx, &actor.scope(), &request.id.into()).await?;
        if wish.requested_by != actor.id {
            return Err(Fault::not_found("request").into());
        }
        let before = wish.state;
        let wish = rules::withdraw(wish, self.0.now()).map_err(Fault::from)?;
        store::save_wish(&mut tx, before, &wish).await?;
        self.record_wish(&mut tx, &actor, "community.request_withdrawn", &wish, "Took back").await?;
        tx.commit().await?;
        Ok(Response::new(WithdrawCommunityRequestResponse { request: Some(convert::wish(&wish)) }))
    }
}

impl Service {
    /// Where the caller administers a community, deleted or not.
    async fn place(&self, actor: &Actor, id: &CommunityId) -> Result<Place, Fault> {
        let mut tx = self.0.db.platform_read().await?;
        let companies = store::companies(&mut tx, id).await?.ok_or_else(|| Fault::not_found("community"))?;
        if companies.contains(&actor.company) {
            return Ok(Place { scope: actor.scope(), companies });
        }
        if !actor.platform_administrator {
            return Err(Fault::not_found("community"));
        }
        let scope = companies.first().map_or_else(|| actor.scope(), Scope::of_company);
        Ok(Place { scope, companies })
    }

    /// A transaction that changes what these companies have, one at a time.
    async fn begin(&self, place: &Place) -> Result<Tx, Fault> {
        let mut tx = self.0.db.found(&place.scope).await?;
        if store::lock(&mut tx, &place.all()).await? != place.companies.len() {
            return Err(Fault::not_found("company"));
        }
        Ok(tx)
    }

    /// Writes a deed down in the trail of each company that it concerns.
    async fn record(
        &self,
        tx: &mut Tx,
        place: &Place,
        actor: &Actor,
        action: &'static str,
        community: &Community,
        summary: &str,
    ) -> Result<(), Fault> {
        let mut scopes: Vec<Scope> = place.companies.iter().map(Scope::of_company).collect();
        if scopes.is_empty() {
            scopes.push(place.scope.clone());
        }
        for scope in &scopes {
            let deed = Deed { action, subject: community.id.as_str(), summary: summary.to_owned() };
            audit::record(tx, scope, &self.0, actor, deed).await?;
        }
        Ok(())
    }

    async fn record_wish(
        &self,
        tx: &mut Tx,
        actor: &Actor,
        action: &'static str,
        wish: &Wish,
        word: &str,
    ) -> Result<(), Fault> {
        let summary = format!("{word} the community {}.", wish.community_name);
        let deed = Deed { action, subject: wish.id.as_str(), summary };
        audit::record(tx, &actor.scope(), &self.0, actor, deed).await
    }

    /// Tells listeners and makes it last. Sessions know communities by name.
    async fn finish(&self, mut tx: Tx, place: &Place, id: &CommunityId) -> Result<(), Fault> {
        let (company, now) = (place.scope.company(), self.0.now());
        events::publish(&mut tx, company, id, events::Kind::Community, id.as_str(), now);
        for company in &place.companies {
            tx.signal(Signal::Sessions(Whom::Company(company.clone())));
        }
        tx.commit().await
    }

    /// Communities as the caller sees them; administrators of the platform see all the companies.
    async fn shown(
        &self,
        actor: &Actor,
        scope: &Scope,
        rows: &[Community],
    ) -> Result<Vec<TextCommunity>, Fault> {
        let mut shown: Vec<TextCommunity> = rows.iter().map(|c| community::to_contract(c, scope)).collect();
        if actor.platform_administrator {
            let ids: Vec<&str> = rows.iter().map(|c| c.id.as_str()).collect();
            let mut tx = self.0.db.platform_read().await?;
            let links = store::companies_of(&mut tx, &ids).await?;
            for text_community in &mut shown {
                let theirs = links.iter().filter(|(id, _)| *id == text_community.id);
                text_community.company = theirs.map(|(_, company)| company.clone()).collect();
            }
        }
        Ok(shown)
    }
}

/// A community after a change.
fn one(place: &Place, actor: &Actor, community: &Community) -> TextCommunity {
    let mut shown = community::to_contract(community, &place.scope);
    if actor.platform_administrator {
        shown.company = place.companies.iter().map(ToString::to_string).collect();
    }
    shown
}

/// The software that a company has, if it knows communities by a code.
fn needed(software: i32) -> Option<&'static Association> {
    ASSOCIATIONS.iter().find(|association| association.software == software)
}

/// The companies that a community belongs to after a change.
fn companies_after(actor: &Actor, before: &Place, request: &UpdateCommunityRequest) -> Result<Place, Fault> {
    let mut after = Place { scope: before.scope.clone(), companies: before.companies.clone() };
    if request.company.is_empty() && !request.clear_company {
        return Ok(after);
    }
    after.companies.clear();
    if !request.clear_company {
        for company in request.company.iter().map(|id| CompanyId::from(id.as_str())) {
            actor.within(&company)?;
            if !after.companies.contains(&company) {
                after.companies.push(company);
            }
        }
    }
    if after.companies != before.companies && !actor.platform_administrator {
        return Err(rules::platform_administrators_only());
    }
    // The transaction is on behalf of a company that has it afterwards, whose people hear of it.
    if let Some(first) = after.companies.first()
        && !after.companies.contains(after.scope.company())
    {
        after.scope = Scope::of_company(first);
    }
    Ok(after)
}

fn both(before: &Place, after: &Place) -> Vec<CompanyId> {
    let mut all = before.companies.clone();
    all.extend(after.companies.iter().filter(|company| !before.companies.contains(company)).cloned());
    all
}

/// What a change leaves of a community, but for codes, number and companies.
fn change(community: &mut Community, request: &UpdateCommunityRequest) -> Result<(), Fault> {
    if let Some(label) = &request.label {
        community.tag = community::tag("label", label)?;
    }
    if let Some(email) = &request.escalation_email {
        community.escalation_email = community::address(email);
    }
    if request.clear_secondary_escalation_emails {
        community.secondary_escalation_emails.clear();
    } else if !request.secondary_escalation_emails.is_empty() {
        community.secondary_escalation_emails = community::addresses(&request.secondary_escalation_emails);
    }
    if let Some(time_zone) = &request.time_zone {
        community.time_zone = community::time_zone("timeZone", time_zone)?;
    }
    community.units = request.units.unwrap_or(community.units);
    Ok(())
}
