//! Tests the bot without texting residents: the test phone, the playground, test cases, replays and persona
//! previews.
pub mod persona_preview;
pub mod playground;
pub mod replay;
pub mod test_case;
pub mod test_phone;
