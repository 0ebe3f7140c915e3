//! The header image of letters.
use platform::{Actor, Fault, Scope};

use crate::{
    context::Context,
    drafting::{
        document::HeaderImage,
        draft::model::{Draft, DraftKind},
    },
    identity::header_image,
};

/// Returns the header image of the user who exports a letter. Other drafts have none.
pub async fn letterhead(
    context: &Context,
    actor: &Actor,
    draft: &Draft,
) -> Result<Option<HeaderImage>, Fault> {
    if draft.kind() != DraftKind::Correspondence {
        return Ok(None);
    }
    let home = Scope::of_company(&actor.home);
    Ok(header_image::png(context, &home, &actor.id).await?.and_then(HeaderImage::new))
}
