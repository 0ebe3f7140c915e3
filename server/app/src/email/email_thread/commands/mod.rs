//! Commands on threads.
mod add_note;
mod assign_thread;
mod change_state;
mod delete_note;
mod load_images;
mod mark_thread;
mod set_priority;

use platform::{Actor, Fault, Tx};

pub use add_note::add_note;
pub use assign_thread::assign_thread;
pub use change_state::change_state;
pub use delete_note::delete_note;
pub use load_images::load_images;
pub use mark_thread::mark_thread;
pub use set_priority::set_priority;

use super::{model::EmailThread, publish, store};
use crate::context::Context;

/// Saves a changed thread and notifies browsers.
async fn save(tx: &mut Tx, context: &Context, actor: &Actor, thread: &EmailThread) -> Result<(), Fault> {
    let scope = actor.scope();
    store::save(tx, &scope, thread).await?;
    publish(tx, &scope, &thread.community_id, thread.id.as_str(), context.now());
    Ok(())
}
