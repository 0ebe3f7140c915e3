//! What a link says.
use platform::{Timestamp, ids::CompanyId};

use super::model::FileId;

/// What a link is signed for.
pub const PURPOSE: &str = "file";

/// Company, file and end, as a link has them.
pub fn words(company: &CompanyId, id: &FileId, until: Timestamp) -> String {
    format!("{company}~{id}~{}", until.0)
}

/// What [`words`] wrote.
pub fn read(words: &str) -> Option<(CompanyId, FileId, Timestamp)> {
    let mut parts = words.split('~');
    let (company, id, until) = (parts.next()?, parts.next()?, parts.next()?);
    let whole = parts.next().is_none() && !company.is_empty() && !id.is_empty();
    whole.then_some((company.into(), id.into(), Timestamp(until.parse().ok()?)))
}
