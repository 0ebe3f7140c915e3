//! Pictures of outgoing texts. The carrier fetches a picture by a link that needs no session and expires.
use std::time::Duration;

use platform::{Fault, Scope, Tx};

use super::{model::Kind, store};
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

/// Returns the links to the pictures of a text, in order.
pub async fn links_of(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    message: &MessageId,
) -> Result<Vec<String>, Fault> {
    let photos = photo::of_messages(tx, scope, &[message.as_str()]).await?;
    let files = photos.into_iter().filter_map(|photo| photo.file_id);
    Ok(files.map(|file| link(context, scope, &file)).collect())
}

/// Returns whether texts from a company's number can have pictures. Twilio fetches them, from a public address with TLS
/// only. Parlor sends none through Textline.
pub async fn can_send_pictures(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    number: &str,
) -> Result<bool, Fault> {
    Ok(match store::carrier_of(tx, scope, number).await? {
        Kind::TestPhone => true,
        Kind::Twilio => context.settings.public_url.starts_with("https://"),
        Kind::Textline => false,
    })
}
