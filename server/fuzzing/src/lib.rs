//! Malformed input for the tests of parsers. Three quarters of the inputs are valid samples with edits: cut off,
//! repeated, reordered, deeply nested, with huge numbers and invalid characters. The others are arbitrary.
//!
//! The inputs are the same in every run. `PARLOR_FUZZ_FACTOR` multiplies their number, and `PARLOR_FUZZ_SEED`
//! selects other ones.
mod edit;

use std::{
    env, fmt,
    time::{Duration, Instant},
};

use proptest::{
    collection::vec,
    prelude::{Strategy, any},
    prop_oneof,
    strategy::ValueTree,
    test_runner::{Config, RngSeed, TestError, TestRunner},
};

use edit::Edit;

/// Maximum number of edits of a sample.
const MAX_EDITS: usize = 8;
/// Maximum length of arbitrary input in bytes.
const MAX_ARBITRARY_BYTES: usize = 300;
/// Maximum number of attempts to make a failing input smaller.
const MAX_SHRINKS: u32 = 2_000;
/// Maximum duration of one case, far above that of a debug build on a busy machine.
const MAX_DURATION: Duration = Duration::from_secs(30);

/// An input, which is shown as a byte string of Rust.
#[derive(Clone)]
struct Input(Vec<u8>);

impl fmt::Debug for Input {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "b\"{}\"", self.0.escape_ascii())
    }
}

/// Runs a test with `cases` malformed inputs.
///
/// # Panics
/// If the test panics, or takes 30 seconds, with one of them. The message has the smallest failing input.
pub fn check_bytes(cases: u32, samples: &[&[u8]], test: impl Fn(&[u8])) {
    let timed = |Input(bytes): Input| {
        let start = Instant::now();
        test(&bytes);
        assert!(start.elapsed() < MAX_DURATION, "The input takes {:?}.", start.elapsed());
        Ok(())
    };
    match runner(cases).run(&inputs_of(samples), timed) {
        Err(TestError::Fail(why, input)) => panic!("{input:?} fails: {why}"),
        result => result.expect("the inputs are generated"),
    }
}

/// Runs a test with `cases` malformed texts. Invalid UTF-8 is replaced.
///
/// # Panics
/// As [`check_bytes`].
pub fn check_texts(cases: u32, samples: &[&str], test: impl Fn(&str)) {
    let samples: Vec<&[u8]> = samples.iter().map(|sample| sample.as_bytes()).collect();
    check_bytes(cases, &samples, |bytes| test(&String::from_utf8_lossy(bytes)));
}

/// Generates malformed inputs for tests that cannot run within [`check_bytes`]. Each call returns other ones.
pub struct Generator {
    runner: TestRunner,
}

impl Default for Generator {
    fn default() -> Self {
        Self { runner: runner(1) }
    }
}

impl Generator {
    /// Returns `cases` malformed inputs.
    ///
    /// # Panics
    /// If there is no sample.
    pub fn inputs(&mut self, cases: u32, samples: &[&[u8]]) -> Vec<Vec<u8>> {
        let inputs = inputs_of(samples);
        let mut next = || inputs.new_tree(&mut self.runner).expect("an input is generated").current().0;
        (0..cases.saturating_mul(factor())).map(|_| next()).collect()
    }
}

fn runner(cases: u32) -> TestRunner {
    TestRunner::new(Config {
        cases: cases.saturating_mul(factor()),
        failure_persistence: None,
        max_shrink_iters: MAX_SHRINKS,
        rng_seed: RngSeed::Fixed(variable("PARLOR_FUZZ_SEED").unwrap_or_default()),
        ..Config::default()
    })
}

fn factor() -> u32 {
    variable("PARLOR_FUZZ_FACTOR").and_then(|factor| u32::try_from(factor).ok()).unwrap_or(1)
}

/// Returns the number in an environment variable; `None` if it is not set.
fn variable(name: &str) -> Option<u64> {
    let value = env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

fn inputs_of(samples: &[&[u8]]) -> impl Strategy<Value = Input> + use<> {
    assert!(!samples.is_empty(), "there is a sample");
    let samples: Vec<Vec<u8>> = samples.iter().map(|sample| sample.to_vec()).collect();
    let edited =
        (0..samples.len(), vec(any::<[u16; 4]>(), 0..=MAX_EDITS)).prop_map(move |(sample, edits)| {
            let other = &samples[(sample + edits.len()) % samples.len()];
            let edit = |bytes, numbers| Edit::new(numbers).apply(bytes, other);
            edits.into_iter().fold(samples[sample].clone(), edit)
        });
    let text = vec(any::<char>(), 0..MAX_ARBITRARY_BYTES / 4);
    prop_oneof![
        6 => edited,
        1 => vec(any::<u8>(), 0..MAX_ARBITRARY_BYTES),
        1 => text.prop_map(|text| text.into_iter().collect::<String>().into_bytes()),
    ]
    .prop_map(Input)
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn the_inputs_are_the_same_in_every_run_and_mostly_differ_from_the_samples() {
        let samples: [&[u8]; 2] = [b"first sample", b"second"];
        let mut generator = Generator::default();
        let found = generator.inputs(400, &samples);
        assert_eq!(found, Generator::default().inputs(400, &samples));
        assert_ne!(found, generator.inputs(400, &samples));
        let is_edited = |input: &&Vec<u8>| !samples.contains(&input.as_slice());
        assert!(found.iter().filter(is_edited).count() > 300);
        assert!(found.iter().any(|input| input == b"first sample"));
    }

    #[test]
    fn the_smallest_failing_input_is_shown() {
        let test = |bytes: &[u8]| assert!(!bytes.contains(&0xff), "it has a byte 255");
        let failed = catch_unwind(AssertUnwindSafe(|| check_bytes(2_000, &[b"sample"], test)));
        let message = failed.expect_err("a byte 255 is generated");
        let message = message.downcast_ref::<String>().expect("a message");
        assert!(message.contains("\\xff") && message.contains("it has a byte 255"), "{message}");
        assert!(message.len() < 150, "{message}");
    }
}
