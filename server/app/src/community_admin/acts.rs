//! What making, changing and restoring a community share.
use platform::{Fault, Scope, Tx, ids::CompanyId, phone::Phone};

use super::{
    model::{Wish, WishId},
    rules, store,
};
use crate::community::Community;

/// A community that the caller administers, and where.
pub struct Place {
    /// The company that the caller acts for; where no company has it, their own.
    pub scope: Scope,
    /// All that have it.
    pub companies: Vec<CompanyId>,
}

impl Place {
    pub fn all(&self) -> Vec<&CompanyId> {
        self.companies.iter().collect()
    }
}

/// The number that is meant; none where it is empty.
pub fn number(text: &str) -> Result<Option<Phone>, Fault> {
    let text = text.trim();
    if text.is_empty() { Ok(None) } else { Phone::parse("number", text).map(Some) }
}

/// Refuses a name or a code that another community of one of the companies has.
pub async fn refuse_taken(tx: &mut Tx, companies: &[&CompanyId], community: &Community) -> Result<(), Fault> {
    if store::name_taken(tx, companies, community).await? {
        return Err(rules::community_exists());
    }
    match store::code_taken(tx, companies, community).await? {
        Some(association) => Err(rules::code_taken(&association)),
        None => Ok(()),
    }
}

/// Gives a community the number that is asked for, or moves the one that it has along with it.
/// Without a company it has none.
pub async fn renumber(
    tx: &mut Tx,
    place: &Place,
    community: &mut Community,
    asked: Option<&str>,
) -> Result<(), Fault> {
    let number = match asked {
        Some(text) => self::number(text)?,
        None => community.number.as_deref().map(|n| Phone::parse("number", n)).transpose()?,
    };
    let Some(first) = place.companies.first() else {
        if asked.is_some() && number.is_some() {
            return Err(Fault::precondition("NO_COMPANY", "No company associated with this community"));
        }
        store::set_number(tx, &place.scope, &community.id, None).await?;
        community.number = None;
        return Ok(());
    };
    // It stays with the caller's company, if that has the community.
    let holder = place.companies.iter().find(|company| *company == place.scope.company()).unwrap_or(first);
    if !store::set_number(tx, &Scope::of_company(holder), &community.id, number.as_ref()).await? {
        return Err(rules::number_taken());
    }
    community.number = number.map(|number| number.as_str().to_owned());
    Ok(())
}

pub async fn require_wish(tx: &mut Tx, scope: &Scope, id: &WishId) -> Result<Wish, Fault> {
    store::wish(tx, scope, id).await?.ok_or_else(|| Fault::not_found("request"))
}

/// Has a wish be the community that was made of it: whoever asked sees it.
pub async fn fulfil(tx: &mut Tx, scope: &Scope, id: &WishId, community: &Community) -> Result<(), Fault> {
    let wish = require_wish(tx, scope, id).await?;
    let before = wish.state;
    let wish = rules::fulfil(wish, community).map_err(Fault::from)?;
    store::save_wish(tx, before, &wish).await?;
    store::assign(tx, scope, &wish.requested_by, &community.id).await
}
