//! Reads a file in a separate process.
use std::{
    ffi::OsStr,
    io::{Read, Write},
    path::PathBuf,
    process::{ExitCode, Stdio},
    sync::Arc,
    time::Duration,
};

use platform::Fault;
use rustix::process::{Resource, Rlimit, setrlimit};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    process::{Child, Command},
    sync::Semaphore,
    time::timeout,
};

use super::{
    model::{Document, Problem},
    reader,
};

/// The argument with which the program reads a file from its standard input.
const ARGUMENT: &str = "read-document";
/// Memory and CPU seconds of the process.
const MAX_MEMORY: u64 = 1 << 30;
const MAX_SECONDS: u64 = 20;
/// Time after which the process is killed.
const MAX_TIME: Duration = Duration::from_secs(30);
/// Maximum number of concurrent processes, and how long a file waits for one.
const MAX_PROCESSES: usize = 2;
const MAX_WAIT: Duration = Duration::from_secs(20);
/// Maximum size of the process's output: 600,000 characters as JSON.
const MAX_OUTPUT: u64 = 8 << 20;
/// Scheduling priority of the process, below that of the server.
const LOWEST_PRIORITY: i32 = 19;

/// Reads files. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Reader {
    program: PathBuf,
    processes: Arc<Semaphore>,
}

impl Reader {
    /// Creates a reader that runs this program.
    #[must_use]
    pub fn new(program: PathBuf) -> Self {
        Self { program, processes: Arc::new(Semaphore::new(MAX_PROCESSES)) }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` on `data` for a file that cannot be read; `UNAVAILABLE` while too many files are
    /// being read.
    pub async fn read(&self, bytes: Vec<u8>) -> Result<Document, Fault> {
        let turn = timeout(MAX_WAIT, self.processes.clone().acquire_owned()).await;
        let _turn = turn.map_err(Fault::unavailable)?.map_err(Fault::unavailable)?;
        let child = Command::new(&self.program)
            .arg(ARGUMENT)
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(Fault::internal)?;
        let output = timeout(MAX_TIME, exchange(child, &bytes)).await.unwrap_or_default();
        // A process that exceeded a limit wrote no valid output.
        let read: Result<Document, Problem> =
            serde_json::from_slice(&output).unwrap_or(Err(Problem::TooComplex));
        read.map_err(|problem| {
            tracing::info!(?problem, "a document could not be read");
            problem.into()
        })
    }
}

/// Returns the process's output for a file.
async fn exchange(mut child: Child, bytes: &[u8]) -> Vec<u8> {
    if let Some(mut input) = child.stdin.take() {
        // The process may have ended before it read everything.
        let _ = input.write_all(bytes).await;
    }
    let mut output = Vec::new();
    if let Some(stdout) = child.stdout.take() {
        let _ = stdout.take(MAX_OUTPUT).read_to_end(&mut output).await;
    }
    output
}

/// If the program was started for that, reads a file from standard input and writes its text as JSON.
pub fn read_input(argument: Option<&OsStr>) -> Option<ExitCode> {
    if argument != Some(OsStr::new(ARGUMENT)) {
        return None;
    }
    Some(if run().is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn run() -> Option<()> {
    for (resource, most) in [(Resource::As, MAX_MEMORY), (Resource::Cpu, MAX_SECONDS), (Resource::Core, 0)] {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) }).ok()?;
    }
    rustix::process::nice(LOWEST_PRIORITY).ok()?;
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).ok()?;
    let output = serde_json::to_vec(&reader::read(&bytes)).ok()?;
    std::io::stdout().write_all(&output).ok()
}
