//! Short links of Parlor's own, for texts: they lead to public addresses alone, and count how
//! often they are followed.
mod convert;
mod model;
mod rules;
mod service;
mod store;

use platform::Fault;

pub use service::Service;

use crate::context::Context;

/// Where a short link leads, if there is one of that code; whoever follows it `counts`.
pub async fn follow(context: &Context, code: &str, counts: bool) -> Result<Option<String>, Fault> {
    if !rules::is_code(code) {
        return Ok(None);
    }
    let mut tx = context.db.platform_read().await?;
    let target = store::target(&mut tx, code).await?;
    drop(tx);
    if target.is_some() && counts {
        let mut tx = context.db.platform().await?;
        store::count(&mut tx, code).await?;
        tx.commit().await?;
    }
    Ok(target)
}
