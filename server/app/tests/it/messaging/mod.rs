//! Tests of conversations, escalations, carriers and live events.
pub mod conversation_events;
pub mod conversations;
pub mod escalation_categories;
pub mod escalation_contacts;
pub mod escalation_counts;
pub mod escalation_export;
pub mod escalation_priority;
pub mod escalations;
pub mod homeowner_notices;
pub mod live_events;
pub mod phone_formats;
pub mod similar_answers;
pub mod test_traffic;
pub mod textline;
pub mod twilio;
pub mod typing;
pub mod web_chat;
