//! Pictures of outgoing texts. The carrier fetches a picture by a link that needs no session and expires.
use std::time::Duration;

use platform::{ErrorReason, Fault, Scope, Tx};

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

/// Returns the maximum number of photos that staff can send with a text from a company's number: 0 if its carrier
/// cannot send them. Twilio fetches them, from a public address with TLS only. Parlor sends none through Textline.
pub async fn max_photos(tx: &mut Tx, scope: &Scope, context: &Context, number: &str) -> Result<i32, Fault> {
    let can_send = match store::carrier_of(tx, scope, number).await? {
        Kind::TestPhone => true,
        Kind::Twilio => context.settings.public_url.starts_with("https://"),
        Kind::Textline => false,
    };
    Ok(if can_send { photo::MAX_SENT_PHOTOS } else { 0 })
}

/// Returns the refusal of photos in a text whose carrier cannot send them, with what to do instead.
#[must_use]
pub fn photos_not_supported(advice: &str) -> Fault {
    let words = format!("This community's number can't send photos. {advice}");
    Fault::precondition(ErrorReason::PhotosNotSupported, words)
}
