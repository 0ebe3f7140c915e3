//! Changes to the draft and new versions, each in one transaction, written in the audit trail of the
//! company that runs the platform.
use platform::{Actor, Fault, Scope, Tx};

use super::{
    model::{Draft, Library, Standing, Version},
    rules, store,
};
use crate::{
    audit::{self, Deed},
    context::Context,
};

/// How the draft stands.
pub async fn standing(tx: &mut Tx) -> Result<Standing, Fault> {
    let (draft, published) = (store::draft(tx).await?, store::newest(tx).await?.number);
    let differences = rules::differences(&store::published(tx).await?, &draft.library);
    Ok(Standing { draft, published, differences })
}

/// What a change makes of the draft, and whether it can be taken back.
pub struct Next {
    pub library: Library,
    pub undoable: bool,
    pub deed: Deed<'static>,
}

/// Changes the draft, if it is still the one that the caller saw, and if anything is other then.
pub async fn change<T>(
    context: &Context,
    actor: &Actor,
    version: i64,
    next: impl FnOnce(&Draft, &Library) -> Result<(Next, T), Fault>,
) -> Result<(Standing, T), Fault> {
    let home = Scope::of_company(&actor.home);
    let mut tx = context.db.found(&home).await?;
    let draft = store::draft(&mut tx).await?;
    rules::same_version(&draft, version)?;
    let (Next { library, undoable, deed }, made) = next(&draft, &store::published(&mut tx).await?)?;
    if !rules::differences(&draft.library, &library).is_empty() {
        let before = undoable.then(|| draft.library.clone());
        save(&mut tx, &draft.changed(library, before, &actor.name, context.now())).await?;
        audit::record(&mut tx, &home, context, actor, deed).await?;
    }
    let standing = standing(&mut tx).await?;
    tx.commit().await?;
    Ok((standing, made))
}

async fn save(tx: &mut Tx, draft: &Draft) -> Result<(), Fault> {
    if store::save(tx, draft).await? { Ok(()) } else { Err(rules::changed_since()) }
}

/// What is published next: the draft, or what an older version had.
pub struct Release {
    pub note: String,
    /// The version that it brings back, and what was in it.
    pub restored: Option<(i64, Library)>,
}

/// Publishes the next version. The draft is the same afterwards, and cannot be taken back.
pub async fn publish(
    context: &Context,
    actor: &Actor,
    version: i64,
    release: Release,
) -> Result<(Version, Standing), Fault> {
    let (home, now) = (Scope::of_company(&actor.home), context.now());
    let mut tx = context.db.found(&home).await?;
    let before = standing(&mut tx).await?;
    rules::same_version(&before.draft, version)?;
    let restored = release.restored.as_ref().map_or(0, |(number, _)| *number);
    rules::may_publish(&before, restored)?;
    let library = release.restored.map_or_else(|| before.draft.library.clone(), |(_, library)| library);
    let number = before.published + 1;
    let published = Version {
        number,
        note: release.note,
        published_by: actor.name.to_string(),
        published_ms: now,
        restored,
        intents: i64::try_from(library.len()).unwrap_or(i64::MAX),
    };
    // The draft is written first: of two who publish at once one waits for it, and comes too late.
    save(&mut tx, &before.draft.changed(library.clone(), None, &actor.name, now)).await?;
    if !store::insert(&mut tx, &published, &library).await? {
        return Err(rules::changed_since());
    }
    let (action, summary) = match restored {
        0 => (
            "catalogue.published",
            format!("Published version {number} of the catalogues: {}", published.note),
        ),
        old => (
            "catalogue.rolled_back",
            format!("Brought version {old} of the catalogues back as version {number}."),
        ),
    };
    audit::record(&mut tx, &home, context, actor, Deed { action, subject: "", summary }).await?;
    let standing = standing(&mut tx).await?;
    tx.commit().await?;
    Ok((published, standing))
}
