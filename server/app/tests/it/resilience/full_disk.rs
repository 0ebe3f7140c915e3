//! A full disk: a small one that the test mounts.
use std::{fs, io::Write, os::unix::fs::MetadataExt, path::PathBuf};

use http::StatusCode;
use serde_json::json;
use tokio::process::Command;

use super::*;

/// Mounts a disk of a few megabytes over a folder and executes the named program. Both end with the process,
/// because the mount belongs to its namespace.
const MOUNT_SMALL_DISK: &str = r#"
set -e
disk="$1"; shift
mkdir -p "$disk"
mount -t tmpfs -o size=12m tmpfs "$disk"
cp "$disk/../parlor.db" "$disk/"
exec "$@"
"#;

/// A server with its data on a small disk, and the path of that disk.
struct SmallDisk {
    program: Program,
    disk: PathBuf,
}

impl SmallDisk {
    async fn serve(fixture: &Fixture) -> Self {
        let disk = fixture.folder().join("disk");
        let server = fixture.command_in(&disk, &fixture.twilio.url());
        let mut command = Command::new("unshare");
        // Without the right to mount, a user namespace makes the user root.
        command.arg("--mount");
        if fs::metadata("/proc/self").unwrap().uid() != 0 {
            command.arg("--map-root-user");
        }
        command.args(["sh", "-c", MOUNT_SMALL_DISK, "small"]).arg(&disk);
        command.arg(server.as_std().get_program()).args(server.as_std().get_args());
        let environment = server.as_std().get_envs().filter_map(|(name, value)| Some((name, value?)));
        command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default()).envs(environment);
        piped(&mut command);
        let program = Program::start(command).await;
        let path =
            PathBuf::from(format!("/proc/{}/root", program.id())).join(disk.strip_prefix("/").unwrap());
        Self { program, disk: path }
    }

    fn ballast(&self) -> PathBuf {
        self.disk.join("ballast")
    }

    /// Fills the disk completely.
    fn fill(&self) {
        let mut ballast = fs::OpenOptions::new().append(true).create(true).open(self.ballast()).unwrap();
        for size in [65_536, 512, 1] {
            let piece = vec![0; size];
            let full = std::iter::from_fn(|| Some(ballast.write_all(&piece))).find_map(Result::err).unwrap();
            assert_eq!(full.kind(), std::io::ErrorKind::StorageFull);
        }
    }

    fn free_space(&self) {
        fs::remove_file(self.ballast()).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reads_work_on_a_full_disk_and_writes_resume_when_space_is_freed() {
    let fixture = Fixture::open(Engine::Sqlite).await;
    let small = SmallDisk::serve(&fixture).await;
    let SmallDisk { program, .. } = &small;
    let path = format!("/textCommunities/community/{HARBOR_ROW}/answers");
    let write = async |question: &str| {
        // More than the existing pages can hold.
        let body = json!({ "question": question, "answer": "x".repeat(2_000) });
        program.call("POST", &path, &fixture.token, Some(body)).await
    };
    let all = format!("{path}?limit=200");
    let read = async || program.call("GET", &all, &fixture.token, None).await.ok();
    write("Is there room before?").await.ok();

    for round in 0..3 {
        small.fill();
        let text = fixture.text(Outcome::Reply);
        let mut refused = 0;
        let mut stored = Vec::new();
        // Existing pages may hold some more rows.
        for nth in 0..400 {
            let question = format!("Is there room for {round} and {nth}?");
            let response = write(&question).await;
            if response.status == StatusCode::OK {
                stored.push(question);
                continue;
            }
            assert_eq!(
                (response.status.as_u16(), response.reason().as_str()),
                (429, "STORAGE_FULL"),
                "{response:?}"
            );
            assert!(!read().await.to_string().contains(&question), "a refused answer is not stored");
            refused += 1;
            if refused == 5 {
                break;
            }
        }
        assert_eq!(refused, 5, "the disk is full");
        let status = text.deliver_text(&program.at).await;
        assert_eq!(status, Some(429), "the carrier delivers the text again later");
        assert_eq!(program.call("GET", "/healthz", "", None).await.status, 200);
        small.free_space();
        write(&format!("Is there room after {round}?")).await.ok();
        assert_eq!(text.deliver_text(&program.at).await, Some(200));
        let listed = read().await.to_string();
        assert!(stored.iter().all(|question| listed.contains(question)), "all confirmed answers are stored");
        fixture
            .until("the text is answered", async || {
                fixture.twilio.texts().iter().any(|sent| sent["to"] == text.phone.as_str())
            })
            .await;
    }
}
