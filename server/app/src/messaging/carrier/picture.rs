//! Pictures of outgoing texts. The carrier fetches a picture by a link that needs no session and expires.
use std::time::Duration;

use platform::{Fault, Scope, Tx};

use crate::{
    context::Context,
    messaging::{photo, thread::MessageId},
    operations::file::{self, FileId},
};

/// How long the carrier may fetch a picture. Each attempt to send the text has its own link.
const LINK: Duration = Duration::from_secs(24 * 3_600);

/// Returns the link to a picture.
pub fn link(context: &Context, scope: &Scope, file: &FileId) -> String {
    file::link(context, scope.company(), file, context.now().plus(LINK))
}

/// Returns the link to the picture of a text, if it has one.
pub async fn link_of(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    message: &MessageId,
) -> Result<Option<String>, Fault> {
    let photos = photo::of_messages(tx, scope, &[message.as_str()]).await?;
    let file = photos.into_iter().find_map(|photo| photo.file_id);
    Ok(file.map(|file| link(context, scope, &file)))
}
