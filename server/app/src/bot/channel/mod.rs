//! Answers questions that do not come by text: emails and web chats. Each is handled in one job, with one outcome.
mod email;
mod preparation;
mod web_chat;

pub use email::AnswerEmail;
pub use web_chat::{AnswerWebChat, WEB_CHAT_VERIFICATION_TIMEOUT, WebChatVerificationTimeout};
