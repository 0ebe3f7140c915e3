//! RPC handlers of `InboxService`.
use contract::v1::{inbox_service_server::InboxService, *};
use platform::{Actor, Fault, Scope, Tx, access_policy::AccessTable, ids::CommunityId, paging, phone::Phone};
use tonic::{Request, Response, Status};

use super::{convert, model::InboxItem, store};
use crate::{
    call,
    context::Context,
    messaging::thread,
    residents::{
        consent,
        homeowner::{self, Account},
    },
    service_requests::service_request,
    tenancy::community,
};

/// Implements `InboxService`.
pub struct Service {
    pub context: Context,
    pub access: AccessTable,
}

/// Maximum value of a count.
const MAX_COUNT: i64 = 1_000;
/// Maximum items of a person.
const MAX_PERSON_ITEMS: i64 = 20;
/// Maximum phone numbers and email addresses of a person.
const MAX_ADDRESSES: usize = 20;
/// The RPC whose access rule decides who can view service requests.
const LIST_SERVICE_REQUESTS: &str = "/parlor.v1.ServiceRequestService/ListServiceRequests";

#[tonic::async_trait]
impl InboxService for Service {
    async fn list_inbox_items(
        &self,
        request: Request<ListInboxItemsRequest>,
    ) -> Result<Response<ListInboxItemsResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (scope, filter) = (actor.scope(), convert::filter(&actor, &request)?);
        let mut tx = self.context.db.read(&scope).await?;
        require_community(&mut tx, &scope, filter.community.as_ref()).await?;
        let items = store::list(&mut tx, &scope, &filter).await?;
        let at = |item: &InboxItem| match item.reply_due_ms {
            Some(due) if filter.is_by_reply_due => due.0,
            _ => item.last_message_ms.0,
        };
        let key = |item: &InboxItem| (at(item), item.id.clone());
        let (items, next_page_token) = paging::page(items, filter.limit, key);
        let items = items.iter().map(convert::item).collect();
        Ok(Response::new(ListInboxItemsResponse { items, next_page_token }))
    }

    async fn count_inbox_items(
        &self,
        request: Request<CountInboxItemsRequest>,
    ) -> Result<Response<CountInboxItemsResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (scope, community) = (actor.scope(), convert::community(&request.community_id));
        let mut tx = self.context.db.read(&scope).await?;
        require_community(&mut tx, &scope, community.as_ref()).await?;
        let counts = store::counts(&mut tx, &scope, community.as_ref(), &actor.id, MAX_COUNT).await?;
        Ok(Response::new(convert::counts(&counts)))
    }

    async fn get_inbox_person(
        &self,
        request: Request<GetInboxPersonRequest>,
    ) -> Result<Response<GetInboxPersonResponse>, Status> {
        let (actor, request) = call::enter(request)?;
        let (scope, community) = (actor.scope(), CommunityId::from(request.community_id.as_str()));
        let mut tx = self.context.db.read(&scope).await?;
        require_community(&mut tx, &scope, Some(&community)).await?;
        let address = Address::of(&request)?;
        let person = self.person(&mut tx, &actor, &community, &address).await?;
        Ok(Response::new(GetInboxPersonResponse { person: Some(person) }))
    }
}

/// A phone number or an email address.
enum Address {
    Phone(Phone),
    Email(String),
}

impl Address {
    fn of(request: &GetInboxPersonRequest) -> Result<Self, Fault> {
        match (request.phone.as_str(), request.email.trim()) {
            ("", "") => Err(Fault::field("phone", "Send a phone number or an email address.")),
            ("", email) => Ok(Self::Email(email.to_lowercase())),
            (phone, _) => Ok(Self::Phone(Phone::parse("phone", phone)?)),
        }
    }
}

impl Service {
    async fn person(
        &self,
        tx: &mut Tx,
        actor: &Actor,
        community: &CommunityId,
        address: &Address,
    ) -> Result<InboxPerson, Fault> {
        let scope = actor.scope();
        let accounts = match address {
            Address::Phone(phone) => homeowner::accounts_of_phone(tx, &scope, community, phone).await?,
            Address::Email(email) => homeowner::accounts_of_email(tx, &scope, community, email).await?,
        };
        let can_view = homeowner::can_view_accounts(tx, &self.access, actor, community).await?;
        let (phones, emails) = addresses(address, &accounts);
        let mut person = InboxPerson::default();
        if let (Address::Phone(phone), true) = (address, accounts.is_empty())
            && let Some(resident) = thread::find_resident(tx, &scope, community, phone).await?
        {
            (person.name, person.unit) = (resident.name, resident.unit);
        }
        match accounts.as_slice() {
            [only] => convert::add_account(&mut person, only, can_view),
            [first, ..] => person.name.clone_from(&first.entry.name),
            [] => {}
        }
        let opted_out = consent::opted_out_among(tx, &scope, &phones.iter().collect::<Vec<_>>()).await?;
        let phone = |phone: &Phone| InboxAddress {
            phone: phone.as_str().to_owned(),
            email: String::new(),
            opted_out: opted_out.contains(phone),
        };
        let email =
            |email: &String| InboxAddress { phone: String::new(), email: email.clone(), opted_out: false };
        person.addresses = phones.iter().map(phone).chain(emails.iter().map(email)).collect();
        if self.access.admits(LIST_SERVICE_REQUESTS, actor).is_ok() {
            let open = service_request::open_of_phones(tx, &scope, community, &phones).await?;
            person.service_requests = open.iter().map(convert::service_request).collect();
        }
        let items = store::list_of_person(tx, &scope, community, &phones, &emails, MAX_PERSON_ITEMS).await?;
        person.items = items.iter().map(convert::item).collect();
        Ok(person)
    }
}

/// Returns the phone numbers and email addresses of a person: the known one first, then those of the accounts.
fn addresses(known: &Address, accounts: &[Account]) -> (Vec<Phone>, Vec<String>) {
    let (mut phones, mut emails) = match known {
        Address::Phone(phone) => (vec![phone.clone()], Vec::new()),
        Address::Email(email) => (Vec::new(), vec![email.clone()]),
    };
    // Several accounts of one address may be of different people.
    if let [only] = accounts {
        phones.extend(
            only.entry.phones.iter().filter(|phone| !phones.contains(phone)).cloned().collect::<Vec<_>>(),
        );
        let email = only.entry.email.to_lowercase();
        if !email.is_empty() && !emails.contains(&email) {
            emails.push(email);
        }
    }
    phones.truncate(MAX_ADDRESSES - 1);
    (phones, emails)
}

/// Checks that the scope contains the chosen community.
async fn require_community(tx: &mut Tx, scope: &Scope, community: Option<&CommunityId>) -> Result<(), Fault> {
    if let Some(id) = community {
        community::require(tx, scope, id).await?;
    }
    Ok(())
}
