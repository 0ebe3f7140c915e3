//! Texts to many residents: audiences, blasts and their templates.
pub mod audience;
pub mod blast;
pub mod blast_template;
