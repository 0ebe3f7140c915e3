//! Handles inbound texts: replies or escalates.
//!
//! [`receive`] stores a text and its job in one transaction, so that an accepted text is handled even if the
//! server crashes. The job decides and acts in one transaction as well: a text has one outcome. Each step is
//! recorded with the text, so that staff can see the reason.
//!
//! Stages:
//!
//! 1. `inbound` stores the text. `compliance` applies opt-outs, opt-ins and help in the same transaction, ahead of
//!    every queued text; such a text never reaches the bot.
//! 2. `index` searches the community's answers: by words, and by meaning if a sentence model has encoded them.
//!    The text is encoded before the transaction, and indexes are built in the background.
//! 3. `policy` decides, for residents' texts and simulations alike: reply, disambiguate or escalate. Greetings and
//!    thanks get a short reply, and a request for a person is escalated.
//! 4. `handler` executes the decision: `question`, `disambiguation`, `verification`, `small_talk`. If the company
//!    has service requests, texts that ask for work become service requests: `service_request`.
//! 5. `response` renders the reply, with a writing model if one is configured.
//!
//! Emails and web chats are answered by `channel`, from the same indexes, decisions and replies.
//!
//! If there is a writing model, texts in other languages are translated into English and answered in the
//! resident's language; otherwise they are escalated. Emergencies and small talk are recognized in all
//! supported languages.
//!
//! While a conversation is assigned to staff, the bot does not reply, except to an emergency: it is escalated
//! as urgent, and the resident gets one reply.
mod account_answer;
mod channel;
mod compliance;
mod draft;
pub mod engine_status;
mod handler;
mod inbound;
mod index;
mod policy;
pub mod response;
mod rules;
mod simulator;
mod store;
mod templates;
mod text_receiver;
pub mod unanswered_question;

pub use channel::{AnswerEmail, AnswerWebChat, WEB_CHAT_VERIFICATION_TIMEOUT, WebChatVerificationTimeout};
pub use handler::{
    AnswerText, DISAMBIGUATION_TIMEOUT, DisambiguationTimeout, SERVICE_REQUEST_TIMEOUT,
    ServiceRequestTimeout, VERIFICATION_TIMEOUT, VerificationTimeout,
};
pub use inbound::{ANSWER, Origin, ReceivedText, receive};
pub use index::{
    CALIBRATE, Calibrate, CommunityIndex, EmbeddingModel, EncoderService, IndexCache, IndexQuery, Indexer,
    Loader, TextEmbeddings, build_index, delete_unused_embeddings,
};
pub use policy::{DecisionContext, InboundText, is_emergency};
pub use simulator::{SimulatedOutcome, SimulatedReply, Simulator};
pub use text_receiver::TextReceiver;
