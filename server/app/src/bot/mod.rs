//! From an inbound text to a reply or an escalation.
//!
//! [`receive`] stores a text and its job in one transaction, so that an accepted text is handled even if the server
//! dies. The job decides and acts, again in one transaction: a text has one outcome. Each step is recorded on the
//! text, so that staff can see why.
//!
//! The stages:
//!
//! 1. `inbound` stores the text. `compliance` applies opt-outs, opt-ins and help in the same transaction, ahead of
//!    every queued text; such a text never reaches the bot.
//! 2. `index` searches what the community knows: by words, and by meaning where a sentence model has encoded the
//!    answers. The text is encoded before the transaction, and indexes are built in the background.
//! 3. `policy` decides, in one place, for residents' texts and simulations alike: reply, disambiguate or escalate.
//!    Greetings and thanks are returned, and a resident who asks for a person gets one.
//! 4. `handler` executes the decision: `question`, `disambiguation`, `verification`, `small_talk`. Texts that ask for
//!    work become service requests there, where the company has them: `service_request`.
//! 5. `response` renders the reply, with a writing model where one is configured.
//!
//! Languages other than English are translated where there is a writing model, and answered in the resident's
//! language; otherwise staff get them. Emergencies and small talk are recognized in all supported languages.
//!
//! While a conversation is assigned to staff the bot is silent, except in an emergency: that is escalated as urgent,
//! and the resident is told once.
mod calibration;
mod compliance;
mod draft;
mod email;
mod handler;
mod inbound;
mod index;
mod policy;
pub mod response;
mod rules;
mod service;
mod simulator;
mod store;
mod templates;
pub mod unanswered_question;

pub use calibration::{CALIBRATE, Calibrate};
pub use email::AnswerEmail;
pub use handler::{
    AnswerText, DISAMBIGUATION_TIMEOUT, DisambiguationTimeout, SERVICE_REQUEST_TIMEOUT,
    ServiceRequestTimeout, VERIFICATION_TIMEOUT, VerificationTimeout,
};
pub use inbound::{ANSWER, Origin, ReceivedText, receive};
pub use index::{
    CommunityIndex, EncoderService, IndexCache, IndexQuery, Indexer, Loader, TextEmbeddings, build_index,
};
pub use policy::{DecisionContext, InboundText, is_emergency};
pub use service::Service;
pub use simulator::{SimulatedOutcome, SimulatedReply, Simulator};
pub use store::delete_unused as delete_unused_embeddings;
