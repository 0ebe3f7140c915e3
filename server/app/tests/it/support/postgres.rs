//! A PostgreSQL server for the test run, in a temporary folder and reached through a socket in it. It is
//! removed after the run. It also works if root runs the tests, although PostgreSQL refuses to run as root.
use std::{
    env, fs,
    os::unix::{
        fs::{MetadataExt, chown},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::OnceLock,
    time::Duration,
};

/// Maximum time for a server to start.
const TIMEOUT: Duration = Duration::from_secs(300);

/// Room for the databases of all threads, in kB.
const ROOM_KB: u64 = 4 << 20;

/// Creates the files of a server.
const INITIALIZE: &str = r#""$1/initdb" -D "$2/data" -U superuser -A trust -N --no-instructions -E UTF8 --locale=C >"$2/log" 2>&1"#;

/// Watches the test run and stops the server when it ends.
const RUN_AND_WATCH: &str = r#"
"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c fsync=off -c full_page_writes=off \
    -c max_connections=400 -c max_wal_size=256MB "$4" >>"$2/log" 2>&1 &
while [ -d "/proc/$3" ] && kill -0 $!; do sleep 0.2; done
kill -QUIT $!; wait; [ -d "/proc/$3" ] || rm -rf "$2"
"#;

/// Faster, for servers that are not stopped abruptly.
const ASYNCHRONOUS_COMMIT: &str = "--synchronous_commit=off";
const SYNCHRONOUS_COMMIT: &str = "--synchronous_commit=on";

/// A PostgreSQL server of one test, which can be stopped and restarted.
pub struct Cluster {
    folder: PathBuf,
    watcher: Option<Child>,
}

/// How a server is stopped.
#[derive(Clone, Copy, Debug)]
pub enum Shutdown {
    /// Transactions are rolled back and connections closed.
    Fast,
    /// Like a crash: the server recovers when it starts.
    Immediate,
}

impl Cluster {
    pub fn create() -> Self {
        let folder = env::temp_dir().join(format!("parlor-postgres-{:016x}", rand::random::<u64>()));
        initialize(&folder);
        let mut cluster = Self { folder, watcher: None };
        cluster.start();
        cluster
    }

    /// Returns the URL of its database, for the superuser.
    pub fn url(&self) -> String {
        format!("postgres://superuser@{}/postgres", self.folder.to_str().unwrap().replace('/', "%2F"))
    }

    /// Returns the URL of its database, for a user with a password.
    pub fn login_url(&self, user: &str, password: &str) -> String {
        format!("postgres://{user}:{password}@{}/postgres", self.folder.to_str().unwrap().replace('/', "%2F"))
    }

    /// Requires a password for the server's role from the next start on.
    pub fn require_password(&self) {
        let file = self.folder.join("data/pg_hba.conf");
        let rules = fs::read_to_string(&file).unwrap();
        fs::write(file, format!("local all parlor_server scram-sha-256\n{rules}")).unwrap();
    }

    pub fn start(&mut self) {
        self.watcher = Some(start_server(&self.folder, SYNCHRONOUS_COMMIT));
    }

    /// Stops the server and waits until it has ended.
    pub fn stop(&mut self, mode: Shutdown) {
        let state = fs::read_to_string(self.folder.join("data/postmaster.pid")).unwrap();
        let signal = match mode {
            Shutdown::Fast => "-INT",
            Shutdown::Immediate => "-QUIT",
        };
        assert!(
            Command::new("kill").args([signal, state.lines().next().unwrap()]).status().unwrap().success()
        );
        self.watcher.take().unwrap().wait().unwrap();
        // The file remains after an immediate shutdown.
        let _ = fs::remove_file(self.folder.join("data/postmaster.pid"));
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if self.watcher.is_some() {
            self.stop(Shutdown::Immediate);
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Returns the URL of a database for the owner of its tables, who is not a superuser.
pub fn owner_url(database: &str) -> String {
    url("parlor_owner", database)
}

/// Returns the URL for the role as which Parlor runs.
pub fn server_url(database: &str) -> String {
    url("parlor_server", database)
}

/// Returns the URL for the superuser, who creates and clones databases.
pub fn superuser_url(database: &str) -> String {
    url("superuser", database)
}

fn url(user: &str, database: &str) -> String {
    let folder = folder().to_str().unwrap().replace('/', "%2F");
    format!("postgres://{user}@{folder}/{database}")
}

fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(start)
}

#[allow(clippy::zombie_processes, reason = "the watcher outlives the test run, so nothing can wait for it")]
fn start() -> PathBuf {
    let folder = fastest_folder().join(format!("parlor-postgres-{}", std::process::id()));
    initialize(&folder);
    start_server(&folder, ASYNCHRONOUS_COMMIT);
    folder
}

/// Returns a folder in memory if there is room for the databases of all threads, else the one for temporary files.
/// A database has about a thousand files, and creating them on a disk takes up to six times as long.
fn fastest_folder() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let found = Command::new("df").args(["-Pk", "/dev/shm"]).output();
    let text = found.map(|df| String::from_utf8_lossy(&df.stdout).into_owned()).unwrap_or_default();
    let free = text.lines().nth(1).and_then(|line| line.split_whitespace().nth(3)?.parse::<u64>().ok());
    if free.is_some_and(|free| free > ROOM_KB) { memory.to_owned() } else { env::temp_dir() }
}

fn initialize(folder: &Path) {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).unwrap();
    if let Some((user, group)) = postgres_account() {
        chown(folder, Some(user), Some(group)).unwrap();
    }
    assert!(script(INITIALIZE, folder).status().unwrap().success(), "see {}/log", folder.display());
}

/// Starts a server on its files and waits until it is ready.
fn start_server(folder: &Path, commit: &str) -> Child {
    let watcher = script(RUN_AND_WATCH, folder)
        .arg(std::process::id().to_string())
        .arg(commit)
        .process_group(0)
        .spawn();
    // The socket exists before the server responds on it.
    let state = folder.join("data/postmaster.pid");
    let ready = || fs::read_to_string(&state).is_ok_and(|text| text.lines().any(|l| l.trim_end() == "ready"));
    let started = std::time::Instant::now();
    while !ready() {
        assert!(
            started.elapsed() < TIMEOUT,
            "PostgreSQL did not start within {} s; see {}/log",
            TIMEOUT.as_secs(),
            folder.display()
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    watcher.unwrap()
}

fn script(script: &str, folder: &Path) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script, "watcher"]).arg(binaries()).arg(folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Some((user, group)) = postgres_account() {
        command.uid(user).gid(group);
    }
    command
}

fn binaries() -> PathBuf {
    let installed = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = installed.map(|entry| entry.path().join("bin")).collect();
    folders.sort();
    folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let found =
        folders.into_iter().rev().find(|d| d.join("initdb").is_file() && d.join("postgres").is_file());
    found.expect("PostgreSQL's server is not installed; `make test` installs it")
}

/// Returns the user and group as which PostgreSQL runs if root runs the tests.
fn postgres_account() -> Option<(u32, u32)> {
    if fs::metadata("/proc/self").unwrap().uid() != 0 {
        return None;
    }
    let accounts = fs::read_to_string("/etc/passwd").unwrap();
    let line =
        ["postgres:", "nobody:"].iter().find_map(|name| accounts.lines().find(|l| l.starts_with(name)))?;
    let fields: Vec<&str> = line.split(':').collect();
    Some((fields[2].parse().unwrap(), fields[3].parse().unwrap()))
}
