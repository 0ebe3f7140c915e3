//! The person behind a phone number or an email address.
use platform::{Actor, Fault, Scope, Tx, access_policy::AccessTable, ids::CommunityId, phone::Phone};

use super::{model::Person, store};
use crate::{
    messaging::thread,
    residents::{
        consent,
        homeowner::{self, Account},
    },
    service_requests::service_request,
};

/// Maximum items of a person.
const MAX_PERSON_ITEMS: usize = 20;
/// Maximum open service requests of a person.
const MAX_SERVICE_REQUESTS: usize = 5;
/// Maximum phone numbers and email addresses of a person.
const MAX_ADDRESSES: usize = 20;
/// Maximum accounts that are suggested.
const MAX_SUGGESTIONS: i64 = 5;
/// The RPC whose access rule decides who can view service requests.
const LIST_SERVICE_REQUESTS: &str = "/parlor.v1.ServiceRequestService/ListServiceRequests";

/// A phone number or an email address.
pub enum Address {
    Phone(Phone),
    Email(String),
}

impl Address {
    /// Returns the phone number, or the email address if there is none.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` on `phone` if both are empty.
    pub fn of(phone: &str, email: &str) -> Result<Self, Fault> {
        match (phone, email.trim()) {
            ("", "") => Err(Fault::field("phone", "Send a phone number or an email address.")),
            ("", email) => Ok(Self::Email(email.to_lowercase())),
            (phone, _) => Ok(Self::Phone(Phone::parse("phone", phone)?)),
        }
    }

    pub fn as_str(&self) -> &str {
        match self {
            Self::Phone(phone) => phone.as_str(),
            Self::Email(email) => email,
        }
    }

    /// Returns the accounts of a community with this address.
    pub async fn accounts(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        community: &CommunityId,
    ) -> Result<Vec<Account>, Fault> {
        match self {
            Self::Phone(phone) => homeowner::accounts_of_phone(tx, scope, community, phone).await,
            Self::Email(email) => homeowner::accounts_of_email(tx, scope, community, email).await,
        }
    }
}

/// Returns what is known about the person with an address. The caller has checked that the scope contains the community.
pub async fn find(
    tx: &mut Tx,
    access: &AccessTable,
    actor: &Actor,
    community: &CommunityId,
    address: &Address,
) -> Result<Person, Fault> {
    let scope = actor.scope();
    let mut accounts = address.accounts(tx, &scope, community).await?;
    let can_view = homeowner::can_view_accounts(tx, access, actor, community).await?;
    let mut person = Person { can_view, ..Person::default() };
    if accounts.is_empty()
        && let Some(id) = store::merged_account(tx, &scope, community, address.as_str()).await?
    {
        accounts = homeowner::accounts_of_ids(tx, &scope, community, &[id]).await?;
        person.is_merged = !accounts.is_empty();
    }
    (person.phones, person.emails) = addresses(address, &accounts);
    match accounts.as_slice() {
        [only] => {
            add_merged(tx, &scope, only, &mut person).await?;
            person.account = Some(only.clone());
        }
        [first, ..] => person.name.clone_from(&first.entry.name),
        [] => add_unknown(tx, &scope, community, address, &mut person).await?,
    }
    let phones = &person.phones;
    person.opted_out = consent::opted_out_among(tx, &scope, &phones.iter().collect::<Vec<_>>()).await?;
    if access.admits(LIST_SERVICE_REQUESTS, actor).is_ok() {
        let limit = one_more(MAX_SERVICE_REQUESTS);
        let requests = service_request::open_of_phones(tx, &scope, community, phones, limit).await?;
        (person.service_requests, person.has_more_service_requests) = first(requests, MAX_SERVICE_REQUESTS);
    }
    let (emails, limit) = (&person.emails, one_more(MAX_PERSON_ITEMS));
    let items = store::list_of_person(tx, &scope, community, phones, emails, limit).await?;
    (person.items, person.has_more_items) = first(items, MAX_PERSON_ITEMS);
    Ok(person)
}

/// Returns the limit of a query that finds out whether there are more rows than `max`.
fn one_more(max: usize) -> i64 {
    i64::try_from(max).unwrap_or_default() + 1
}

/// Returns the first `max` rows, and whether there are more.
fn first<T>(mut rows: Vec<T>, max: usize) -> (Vec<T>, bool) {
    let has_more = rows.len() > max;
    rows.truncate(max);
    (rows, has_more)
}

/// Adds the phone numbers and email addresses that staff merged with an account.
async fn add_merged(tx: &mut Tx, scope: &Scope, account: &Account, person: &mut Person) -> Result<(), Fault> {
    let Person { phones, emails, .. } = person;
    let limit = i64::try_from(MAX_ADDRESSES - phones.len() - emails.len().min(1)).unwrap_or_default();
    let merged = store::merged_addresses(tx, scope, &account.community_id, &account.id, limit).await?;
    for address in merged {
        match Phone::parse("phone", &address) {
            Ok(phone) if !phones.contains(&phone) => phones.push(phone),
            Err(_) if !emails.contains(&address) => emails.push(address),
            _ => {}
        }
    }
    Ok(())
}

/// Adds what is known about a person without an account, and the accounts that may be theirs.
async fn add_unknown(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    address: &Address,
    person: &mut Person,
) -> Result<(), Fault> {
    let mut name = String::new();
    match address {
        Address::Phone(phone) => {
            if let Some(resident) = thread::find_resident(tx, scope, community, phone).await? {
                (person.name, person.unit) = (resident.name, resident.unit);
                name.clone_from(&person.name);
            }
        }
        Address::Email(email) => name = store::participant_name(tx, scope, community, email).await?,
    }
    if person.can_view {
        person.suggestions =
            homeowner::accounts_alike(tx, scope, community, &person.unit, name.trim(), MAX_SUGGESTIONS)
                .await?;
    }
    Ok(())
}

/// Returns the phone numbers and email addresses of a person, starting with the known one, followed by those
/// of the accounts.
fn addresses(known: &Address, accounts: &[Account]) -> (Vec<Phone>, Vec<String>) {
    let (mut phones, mut emails) = match known {
        Address::Phone(phone) => (vec![phone.clone()], Vec::new()),
        Address::Email(email) => (Vec::new(), vec![email.clone()]),
    };
    // Several accounts with one address may belong to different persons.
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
