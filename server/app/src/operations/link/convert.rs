//! Conversion to the contract: Short links.
use contract::v1;

use super::model::Link;

pub fn link(link: &Link, url: String) -> v1::ShortLink {
    v1::ShortLink {
        id: link.id.to_string(),
        url,
        target: link.target.clone(),
        clicks: link.clicks,
        created_by: link.created_by.clone(),
        created_at: Some(link.created_ms.into()),
    }
}
