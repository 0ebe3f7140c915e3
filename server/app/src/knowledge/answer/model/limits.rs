//! Limits of answers.

/// Maximum characters of a question or a sample question.
pub const MAX_QUESTION_LENGTH: usize = 1_000;
/// Maximum characters of an answer.
pub const MAX_ANSWER_LENGTH: usize = 4_000;
/// Maximum characters of a category.
pub const MAX_CATEGORY_LENGTH: usize = 60;
/// Maximum characters of a source.
pub const MAX_SOURCE_LENGTH: usize = 120;
/// Maximum number of sample questions of an answer.
pub const MAX_SAMPLES: usize = 50;
/// Maximum number of answers of a community, and of a company.
pub const MAX_ANSWERS: i64 = 2_000;
