//! A PostgreSQL of the test run's own: made in a temporary folder, reached by a socket in it,
//! gone with the run. It also works for root, for whom PostgreSQL itself refuses to run.
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

/// How long a server may take to start.
const TIMEOUT: Duration = Duration::from_secs(300);

/// Makes a server's files.
const MAKE: &str =
    r#""$1/initdb" -D "$2/data" -U keeper -A trust -N --no-instructions -E UTF8 --locale=C >"$2/log" 2>&1"#;

/// Outlives nothing: it watches the test run and takes the server down with it.
const KEEP: &str = r#"
"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c fsync=off -c full_page_writes=off \
    -c max_connections=400 "$4" >>"$2/log" 2>&1 &
while [ -d "/proc/$3" ] && kill -0 $!; do sleep 0.2; done
kill -QUIT $!; wait; [ -d "/proc/$3" ] || rm -rf "$2"
"#;

/// Faster, where nobody stops it while it matters.
const HASTY: &str = "--synchronous_commit=off";
const CAREFUL: &str = "--synchronous_commit=on";

/// A PostgreSQL of one test's own, which can be stopped and started again.
pub struct Cluster {
    folder: PathBuf,
    keeper: Option<Child>,
}

/// How it is stopped.
#[derive(Clone, Copy, Debug)]
pub enum Shutdown {
    /// Transactions are rolled back and connections closed.
    Fast,
    /// As if it had crashed: it recovers when it starts.
    Immediate,
}

impl Cluster {
    pub fn make() -> Self {
        let folder = env::temp_dir().join(format!("parlor-postgres-{:016x}", rand::random::<u64>()));
        make(&folder);
        let mut cluster = Self { folder, keeper: None };
        cluster.start();
        cluster
    }

    /// Its one database, as whoever may do anything.
    pub fn url(&self) -> String {
        format!("postgres://keeper@{}/postgres", self.folder.to_str().unwrap().replace('/', "%2F"))
    }

    /// Its one database, as somebody with a password.
    pub fn login_url(&self, user: &str, password: &str) -> String {
        format!("postgres://{user}:{password}@{}/postgres", self.folder.to_str().unwrap().replace('/', "%2F"))
    }

    /// Believes the server's role only with its password, from the next start on.
    pub fn ask_for_password(&self) {
        let file = self.folder.join("data/pg_hba.conf");
        let rules = fs::read_to_string(&file).unwrap();
        fs::write(file, format!("local all parlor_server scram-sha-256\n{rules}")).unwrap();
    }

    pub fn start(&mut self) {
        self.keeper = Some(keep(&self.folder, CAREFUL));
    }

    /// It is gone when this returns.
    pub fn stop(&mut self, halt: Shutdown) {
        let state = fs::read_to_string(self.folder.join("data/postmaster.pid")).unwrap();
        let signal = match halt {
            Shutdown::Fast => "-INT",
            Shutdown::Immediate => "-QUIT",
        };
        assert!(
            Command::new("kill").args([signal, state.lines().next().unwrap()]).status().unwrap().success()
        );
        self.keeper.take().unwrap().wait().unwrap();
        // Where it was not asked to tidy up.
        let _ = fs::remove_file(self.folder.join("data/postmaster.pid"));
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if self.keeper.is_some() {
            self.stop(Shutdown::Immediate);
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The URL of a database on it, as the owner of its tables. The owner is no superuser.
pub fn owner_url(database: &str) -> String {
    url("house_owner", database)
}

/// As the server's role, which logs in with it every day.
pub fn server_url(database: &str) -> String {
    url("parlor_server", database)
}

/// As the superuser, who makes and clones databases.
pub fn keeper_url(database: &str) -> String {
    url("keeper", database)
}

fn url(user: &str, database: &str) -> String {
    let folder = folder().to_str().unwrap().replace('/', "%2F");
    format!("postgres://{user}@{folder}/{database}")
}

fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(start)
}

#[allow(clippy::zombie_processes, reason = "the keeper outlives the test run, so nobody can wait for it")]
fn start() -> PathBuf {
    let folder = env::temp_dir().join(format!("parlor-postgres-{}", std::process::id()));
    make(&folder);
    keep(&folder, HASTY);
    folder
}

fn make(folder: &Path) {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).unwrap();
    if let Some((user, group)) = servant() {
        chown(folder, Some(user), Some(group)).unwrap();
    }
    assert!(script(MAKE, folder).status().unwrap().success(), "see {}/log", folder.display());
}

/// Runs a server on its files; ready when this returns.
fn keep(folder: &Path, care: &str) -> Child {
    let keeper = script(KEEP, folder).arg(std::process::id().to_string()).arg(care).process_group(0).spawn();
    // The socket is there before the server answers on it.
    let state = folder.join("data/postmaster.pid");
    let ready = || fs::read_to_string(&state).is_ok_and(|told| told.lines().any(|l| l.trim_end() == "ready"));
    let begun = std::time::Instant::now();
    while !ready() {
        assert!(
            begun.elapsed() < TIMEOUT,
            "PostgreSQL did not start within {} s; see {}/log",
            TIMEOUT.as_secs(),
            folder.display()
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    keeper.unwrap()
}

fn script(script: &str, folder: &Path) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script, "keeper"]).arg(binaries()).arg(folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Some((user, group)) = servant() {
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
    found.expect("PostgreSQL's server is not installed: make provide")
}

/// Whoever runs PostgreSQL where the test run is root's.
fn servant() -> Option<(u32, u32)> {
    if fs::metadata("/proc/self").unwrap().uid() != 0 {
        return None;
    }
    let accounts = fs::read_to_string("/etc/passwd").unwrap();
    let line =
        ["postgres:", "nobody:"].iter().find_map(|name| accounts.lines().find(|l| l.starts_with(name)))?;
    let fields: Vec<&str> = line.split(':').collect();
    Some((fields[2].parse().unwrap(), fields[3].parse().unwrap()))
}
