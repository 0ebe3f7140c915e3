//! Loads the remote images of an email.
use std::time::Duration;

use futures::{StreamExt, stream};
use platform::{Actor, Fault, Scope};

use crate::{
    context::Context,
    email::email_thread::{
        image_client::ImageClient,
        model::{EmailImage, EmailMessageId},
        store,
    },
    operations::file::{self, FileId, NewFile, WrittenFile},
};

/// Number of images that are fetched at the same time.
const MAX_CONCURRENT: usize = 4;
/// Timeout of all images, below the deadline of a call. Remaining images are fetched by the next call.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Returns the images of a received email after fetching the missing copies. An image that fails to load has
/// no copy.
///
/// # Errors
/// `NOT_FOUND`; `UNAVAILABLE` if files cannot be stored.
pub async fn load_images(
    context: &Context,
    actor: &Actor,
    id: &EmailMessageId,
) -> Result<Vec<EmailImage>, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    let message = scope.require(store::find_message(&mut tx, &scope, id).await?)?;
    let images = store::list_images(&mut tx, &scope, &message.id).await?;
    drop(tx);
    let missing: Vec<EmailImage> = images.iter().filter(|image| image.file_id.is_none()).cloned().collect();
    if missing.is_empty() {
        return Ok(images);
    }
    let client = ImageClient::new(context.settings.private_hosts);
    let fetched: Vec<(i32, WrittenFile)> = stream::iter(missing)
        .map(|image| fetch(context, &scope, &client, image))
        .buffer_unordered(MAX_CONCURRENT)
        .take_until(tokio::time::sleep(TIMEOUT))
        .filter_map(|fetched| async { fetched.transpose() })
        .collect::<Vec<_>>()
        .await
        .into_iter()
        .collect::<Result<_, Fault>>()?;
    if fetched.is_empty() {
        return Ok(images);
    }
    let mut tx = context.db.write(&scope).await?;
    for (position, written) in fetched {
        let file: FileId = file::keep(&mut tx, &scope, context, &written).await?;
        // A colleague may have loaded the image at the same time.
        if !store::set_image_file(&mut tx, &scope, &message.id, position, &file).await? {
            file::remove(&mut tx, &scope, &[&file]).await?;
        }
    }
    let images = store::list_images(&mut tx, &scope, &message.id).await?;
    tx.commit().await?;
    Ok(images)
}

/// Fetches an image and writes a re-encoded copy; `None` if it fails to load or is not an image.
async fn fetch(
    context: &Context,
    scope: &Scope,
    client: &ImageClient,
    image: EmailImage,
) -> Result<Option<(i32, WrittenFile)>, Fault> {
    let Some(bytes) = client.fetch(&image.url).await else { return Ok(None) };
    let Ok(encoded) = file::encode_web_image(bytes.into()).await else { return Ok(None) };
    let new = NewFile {
        name: encoded.name,
        media_type: encoded.media_type,
        bytes: encoded.bytes,
        expires: None,
        single_use: false,
    };
    Ok(Some((image.position, file::write(context, scope, new).await?)))
}
