//! Trying the bot without texting anybody.
pub mod persona_previews;
pub mod playground;
pub mod replay;
pub mod test_cases;
