//! The program as operators run it: started, called, stopped and restarted.
use http_body_util::BodyExt;
use serde_json::{Value, json};
use sqlx::{Connection, Executor};
use sqlx_sqlite::SqliteConnection;
use tempfile::TempDir;
use tokio::process::Command;

use crate::support::*;

fn create(storage: &[&str], company: &str, email: &str, password: &str) -> Command {
    let mut args = vec!["admin", "create", "--company", company, "--email", email];
    args.extend(["--first-name", "Noor", "--last-name", "Haddad"]);
    args.extend(storage);
    let mut command = parlor(&args);
    command.env("PARLOR_ADMIN_PASSWORD", password);
    command
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_demo_is_created_once_and_survives_a_restart() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("not/there/yet");
    let program = Program::serve(&data, &["--demo"]).await;
    assert_eq!(program.call("GET", "/healthz", "", None).await.ok()["status"], "SERVING");
    let token = program.login("admin@harborline.example").await;
    let change = json!({ "question": "Is this kept?", "answer": "It is." });
    let answers = format!("/textCommunities/community/{HARBOR_ROW}/answers");
    program.call("POST", &answers, &token, Some(change)).await.ok();
    let seen = [
        "/textCommunities/turbo-communities".to_owned(),
        format!("{answers}?limit=200"),
        "/textConversations?limit=200".to_owned(),
        "/textConversations/escalations/count".to_owned(),
        "/companies/companyId/company-harborline?includeUsers=true".to_owned(),
    ];
    let mut before = Vec::new();
    for path in &seen {
        before.push(program.call("GET", path, &token, None).await.ok());
    }
    assert_eq!(before[0]["communities"].as_array().unwrap().len(), 3);
    program.stop().await;

    let again = Program::serve(&data, &["--demo"]).await;
    for (path, before) in seen.iter().zip(before) {
        // The session is still valid.
        assert_eq!(again.call("GET", path, &token, None).await.ok(), before, "{path}");
    }
    again.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_idempotent_request_is_replayed_after_the_server_is_killed() {
    let folder = TempDir::new().unwrap();
    let mut program = Program::serve(folder.path(), &["--demo"]).await;
    let token = program.login("admin@harborline.example").await;
    let path = format!("/textCommunities/community/{HARBOR_ROW}/answers");
    let body = json!({ "question": "Was it killed?", "answer": "It was." });
    let headers = [("usertoken", token.as_str()), ("idempotency-key", "one act")];
    let first = program.with("POST", &path, &headers, Some(body.clone())).await.ok();
    program.kill().await;

    let restarted = Program::serve(folder.path(), &["--demo"]).await;
    let replayed = restarted.with("POST", &path, &headers, Some(body)).await;
    assert_eq!(
        (replayed.ok(), &replayed.headers["idempotency-replayed"]),
        (first, &http::HeaderValue::from_static("true"))
    );
    restarted.stop().await;
}

#[tokio::test]
async fn all_configuration_errors_are_reported_together_before_startup() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let mut command = parlor(&["serve", "--data-dir", data.to_str().unwrap(), "--listen", "here"]);
    let mistaken = [
        ("PARLOR_PUBLIC_URL", "parlor.example"),
        ("PARLOR_DATABASE_URL", "mysql://owner:hidden-canary@host/parlor"),
        ("PARLOR_ALLOWED_ORIGINS", "https://dash.example,nowhere"),
        ("PARLOR_TLS_CERT", "nowhere/cert.pem"),
        ("PARLOR_TRUSTED_PROXIES", "10.0.0.0/8,proxy.example"),
        ("PARLOR_LOG_FORMAT", "xml"),
        ("PARLOR_FILES_BUCKET", "Parlor's files"),
        ("PARLOR_FILES_URL", "objects.example/files"),
    ];
    command.envs(mistaken);
    let output = run_to_end(command).await;
    let error = text_of(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    for name in mistaken.map(|(name, _)| name).into_iter().chain([
        "PARLOR_LISTEN",
        "PARLOR_TLS_KEY",
        "PARLOR_FILES_KEY_ID",
    ]) {
        assert!(error.contains(name), "{name} is not in {error}");
    }
    assert!(!error.contains("hidden-canary"), "{error}");
    assert_eq!(text_of(&output.stdout), "");
    assert!(!data.exists());
}

#[tokio::test]
async fn an_empty_environment_variable_counts_as_unset() {
    let help = text_of(&run_to_end(parlor(&["serve", "--help"])).await.stdout);
    let names: Vec<&str> =
        help.split("[env: ").skip(1).filter_map(|rest| rest.split(['=', ']']).next()).collect();
    assert!(names.contains(&"PARLOR_MODEL_DIR") && names.len() > 20, "{names:?}");
    let mut command = parlor(&["serve", "--listen", "here"]);
    command.envs(names.iter().map(|name| (name, "")));
    let output = run_to_end(command).await;
    let error = text_of(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    let mistakes: Vec<&str> = error.lines().filter(|line| line.starts_with("  - ")).collect();
    assert!(matches!(mistakes[..], [only] if only.contains("PARLOR_LISTEN")), "{error}");
}

#[tokio::test]
async fn the_openapi_document_is_printed_without_a_server() {
    let output = run_to_end(parlor(&["openapi"])).await;
    assert!(output.status.success(), "{}", text_of(&output.stderr));
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(printed, Document::read().0);
}

#[tokio::test]
async fn migrate_creates_the_database_and_is_idempotent() {
    let folder = TempDir::new().unwrap();
    for _ in 0..2 {
        let output = run_to_end(parlor(&["migrate", "--data-dir", folder.path().to_str().unwrap()])).await;
        assert!(output.status.success(), "{}", text_of(&output.stderr));
        assert_eq!(text_of(&output.stdout), "The database is up to date.\n");
        assert!(folder.path().join("parlor.db").is_file());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_administrator_starts_with_an_empty_company() {
    let folder = TempDir::new().unwrap();
    let storage = ["--data-dir", folder.path().to_str().unwrap()];
    let made = run_to_end(create(&storage, "Quayside", "Noor@Quayside.example", PASSWORD)).await;
    assert!(made.status.success(), "{}", text_of(&made.stderr));
    assert!(text_of(&made.stdout).starts_with("noor@quayside.example administers Quayside"));
    let program = Program::serve(folder.path(), &[]).await;
    let token = program.login("noor@quayside.example").await;
    let user = program.call("GET", "/users/token", &token, None).await.ok()["user"].clone();
    assert_eq!((&user["parlor_role"], &user["first_name"]), (&json!("admin"), &json!("Noor")));
    let seen = program.call("GET", "/textCommunities/turbo-communities", &token, None).await.ok();
    assert_eq!(seen["communities"], json!([]));
    program.stop().await;
}

on_both! {
    async fn an_administrator_can_be_created_while_the_server_runs(server: TestServer) {
        let storage = match server.database.strip_suffix("/parlor.db") {
            Some(folder) => ["--data-dir".to_owned(), folder.to_owned()],
            None => ["--database-url".to_owned(), owner_url(&server.database)],
        };
        let storage = storage.each_ref().map(String::as_str);
        let second = run_to_end(create(&storage, "Harborline Management", "noor@harborline.example", PASSWORD)).await;
        assert!(second.status.success(), "{}", text_of(&second.stderr));
        let noor = server.login("noor@harborline.example").await;
        let dana = server.harborline_admin().await;
        let path = "/textCommunities/turbo-communities";
        assert_eq!(noor.get(path).await.ok(), dana.get(path).await.ok());

        // Neither a duplicate address nor a weak password is accepted, and nothing is stored.
        for (email, password, reason) in [
            ("noor@harborline.example", PASSWORD, "already has an account"),
            ("omar@nobody.example", "short", "at least 12 characters"),
            ("omar@nobody.example", "omar@nobody.example", "it contains your email address"),
            ("omar@nobody.example", "qwertyqwerty", "it repeats itself"),
            ("omar", PASSWORD, "not an email address"),
        ] {
            let refused = run_to_end(create(&storage, "Nobody", email, password)).await;
            assert_eq!(refused.status.code(), Some(1));
            assert!(text_of(&refused.stderr).contains(reason), "{}", text_of(&refused.stderr));
            assert!([PASSWORD, email].contains(&password) || !text_of(&refused.stderr).contains(password));
        }
        let mut tx = server.db.platform_read().await.unwrap();
        let (nobodys,): (i64,) =
            tx.query("SELECT count(*) FROM company WHERE name = 'Nobody'").one().await.unwrap();
        assert_eq!(nobodys, 0);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_stops_promptly_with_an_open_stream() {
    let folder = TempDir::new().unwrap();
    let program = Program::serve(folder.path(), &["--demo"]).await;
    let token = program.login("admin@harborline.example").await;
    let mut stream = program.begin("GET", "/events", &[("usertoken", &token)], None).await.into_body();
    let ready = stream.frame().await.unwrap().unwrap();
    assert!(text_of(ready.data_ref().unwrap()).contains("READY"));
    let rest = tokio::spawn(async move { text_of(&stream.collect().await.unwrap().to_bytes()) });
    let log = program.stop().await;
    // A slow disk does not make the shutdown fail.
    let slow = ["slow statement", "slow threshold"];
    let mut lines = log.lines().filter(|line| !slow.iter().any(|words| line.contains(*words)));
    let fine = lines.all(|line| !line.contains("ERROR") && !line.contains("WARN"));
    assert!(log.contains("stopping") && fine, "{log}");
    let last = within("the stream ends", rest).await.unwrap();
    let last: Value = serde_json::from_str(last.lines().last().expect("a last word")).unwrap();
    assert_eq!(last["error"]["code"], 14, "{last}");
}

#[tokio::test]
async fn an_unwritable_data_directory_is_reported_in_plain_words() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("a-file");
    std::fs::write(&file, "not a folder").unwrap();
    for args in [vec!["serve", "--listen", "127.0.0.1:0"], vec!["migrate"]] {
        let below = file.join("data");
        let output =
            run_to_end(parlor(&[&args[..], &["--data-dir", below.to_str().unwrap()]].concat())).await;
        let error = text_of(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains(below.to_str().unwrap()) && error.contains("cannot be created"), "{error}");
        assert!(!error.contains("panicked") && !error.contains('{'), "{error}");
    }
    // A file that is not a database.
    std::fs::write(folder.path().join("parlor.db"), "not a database, but longer than a header").unwrap();
    let output = run_to_end(parlor(&["migrate", "--data-dir", folder.path().to_str().unwrap()])).await;
    let error = text_of(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("cannot be used") && !error.contains("panicked"), "{error}");
}

#[tokio::test]
async fn a_database_with_an_unknown_schema_version_is_refused() {
    let folder = TempDir::new().unwrap();
    let migrate =
        async || run_to_end(parlor(&["migrate", "--data-dir", folder.path().to_str().unwrap()])).await;
    assert!(migrate().await.status.success());
    let url = format!("sqlite://{}", folder.path().join("parlor.db").display());
    let mut database = SqliteConnection::connect(&url).await.unwrap();
    for change in [
        "UPDATE _sqlx_migrations SET version = 9000 WHERE version = 1",
        "UPDATE _sqlx_migrations SET version = 1, checksum = x'00' WHERE version = 9000",
    ] {
        database.execute(change).await.unwrap();
        let output = migrate().await;
        let message = text_of(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.contains("a schema that this Parlor does not know"), "{message}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_port_in_use_is_reported_in_plain_words() {
    let folder = TempDir::new().unwrap();
    let occupied = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let at = occupied.local_addr().unwrap().to_string();
    let output =
        run_to_end(parlor(&["serve", "--listen", &at, "--data-dir", folder.path().to_str().unwrap()])).await;
    let error = text_of(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains(&format!("Parlor cannot listen on {at}")), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_without_a_terminal_has_no_colors() {
    let folder = TempDir::new().unwrap();
    let log = Program::serve(folder.path(), &[]).await.stop().await;
    assert!(log.contains("stopping") && !log.contains('\u{1b}'), "{log:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn credentials_are_not_logged_at_any_level() {
    for (level, format) in [("debug", "text"), ("debug", "json"), ("trace", "text")] {
        let folder = TempDir::new().unwrap();
        let mut command = serve(folder.path(), &["--demo"]);
        command.env("PARLOR_LOG", level).env("PARLOR_LOG_FORMAT", format);
        command.env("PARLOR_JWT_ISSUERS", "https://parlor.example");
        let program = Program::start(command).await;
        let token = program.login("admin@harborline.example").await;
        let wrong = "canary-of-a-wrong-password";
        let body = json!({ "email": "admin@harborline.example", "password": wrong });
        assert_eq!(program.call("POST", "/users/login", "", Some(body)).await.status, 401);
        program.call("GET", "/users/token", &token, None).await.ok();
        let text = json!({ "from": "+12025550171", "to": HARBOR_ROW_NUMBER, "body": "canary-of-a-text" });
        program.call("POST", "/handset/messages", &token, Some(text)).await.ok();
        assert_eq!(program.call("GET", "/users/token", "canary-of-a-token", None).await.status, 401);
        let rollout = json!({ "entityId": "company-harborline", "issuer": "https://parlor.example" });
        let jwt = program.call("POST", "/jwt/rollout", &token, Some(rollout)).await.ok()["token"].clone();
        let store = "/companies/company-harborline/clientCredential/ssm";
        program.call("POST", store, &token, Some(json!({ "jwt": jwt }))).await.ok();
        let at = tonic::transport::Channel::from_shared(program.at.clone()).unwrap().connect().await.unwrap();
        let mut call = tonic::Request::new(contract::v1::GetCurrentUserRequest {});
        call.metadata_mut().insert("usertoken", token.parse().unwrap());
        let mut sessions = contract::v1::session_service_client::SessionServiceClient::new(at);
        sessions.get_current_user(call).await.unwrap();
        drop(sessions);
        program.call("POST", "/users/logout", &token, Some(json!({}))).await.ok();

        let log = program.stop().await;
        assert!(log.contains("SessionService/Login"), "the log at {level} says nothing of calls");
        let jwt = jwt.as_str().unwrap();
        let persons = ["2025550171", "admin@harborline", "Dana"];
        let secrets = [&token, jwt, PASSWORD, wrong, "canary-of-a-token", "canary-of-a-text", "$argon2"];
        for secret in secrets.into_iter().chain(persons) {
            let leak = log.lines().find(|line| line.contains(secret));
            assert!(leak.is_none(), "at {level}: {leak:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_outbox_is_printed_and_invalid_mail_settings_are_refused() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().to_str().unwrap();
    let printed = run_to_end(parlor(&["admin", "outbox", "--data-dir", data])).await;
    assert!(printed.status.success(), "{}", text_of(&printed.stderr));
    assert_eq!(text_of(&printed.stdout), "The outbox is empty.\n");
    let mut wrong = serve(folder.path(), &[]);
    wrong.env("PARLOR_SMTP_URL", "smtp://user:canary-hush@mail.example/x");
    let refused = run_to_end(wrong).await;
    let words = text_of(&refused.stderr);
    assert!(
        !refused.status.success() && words.contains("PARLOR_SMTP_URL") && words.contains("PARLOR_MAIL_FROM")
    );
    assert!(!words.contains("canary-hush"), "{words}");
}
