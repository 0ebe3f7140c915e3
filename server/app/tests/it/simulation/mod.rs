//! Tests of simulations, which send no texts.
pub mod persona_previews;
pub mod playground;
pub mod replay;
pub mod test_cases;
