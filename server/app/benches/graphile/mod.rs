//! graphile-worker, which is installed into target/ from the lock file in this folder.
use std::{
    path::{Path, PathBuf},
    process::Command,
};

use super::database::Database;

pub struct Graphile(PathBuf);

impl Graphile {
    pub fn install() -> Self {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/graphile");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("graphile");
        std::fs::create_dir_all(&folder).unwrap();
        for name in ["package.json", "package-lock.json", "worker.mjs"] {
            std::fs::copy(sources.join(name), folder.join(name)).unwrap();
        }
        if !folder.join("node_modules/.package-lock.json").exists() {
            let mut npm = Command::new("npm");
            npm.args(["ci", "--no-audit", "--no-fund", "--silent"]).current_dir(&folder);
            assert!(npm.status().unwrap().success(), "graphile-worker could not be installed");
        }
        Self(folder)
    }

    /// Returns the number of jobs per second in a new database, with this concurrency. The jobs do nothing.
    /// If `call` is an address, a form and an authorization, they post the form.
    pub async fn rate(&self, database: &str, at_once: usize, jobs: i64, call: &[&str]) -> f64 {
        let Database { superuser_url, .. } = Database::make(database).await;
        let mut node = Command::new("node");
        node.args(["worker.mjs", &superuser_url, &at_once.to_string(), &jobs.to_string()]);
        node.args(call).current_dir(&self.0);
        let output = tokio::task::spawn_blocking(move || node.output().unwrap()).await.unwrap();
        let output = String::from_utf8(output.stdout).unwrap();
        output.trim().parse().expect("a rate")
    }
}
