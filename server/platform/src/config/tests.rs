use secrecy::ExposeSecret;

use super::*;

fn serve(args: &[&str]) -> Serve {
    match Cli::parse_from(["parlor", "serve"].iter().chain(args)).command {
        Command::Serve(serve) => *serve,
        _ => unreachable!("the command is serve"),
    }
}

#[test]
fn all_configuration_errors_are_reported_together() {
    let errors = serve(&[
        "--listen",
        "here",
        "--public-url",
        "https://parlor.example/path",
        "--database-url",
        "mysql://x",
        "--allowed-origins",
        "https://ok.example,nope",
        "--tls-cert",
        "nowhere/parlor.pem",
        "--trusted-proxies",
        "10.0.0.0/8,10.0.0.0/99,proxy.example",
        "--smtp-url",
        "smtp://user:hush@mail.example/queue",
        "--mail-from",
        "Parlor <mail@parlor.example>",
        "--metrics-listen",
        "there",
        "--drain-wait",
        "16",
        "--log-format",
        "xml",
    ])
    .check()
    .expect_err("the arguments are invalid")
    .to_string();
    for name in [
        "PARLOR_LISTEN",
        "PARLOR_PUBLIC_URL",
        "PARLOR_DATABASE_URL",
        "PARLOR_ALLOWED_ORIGINS",
        "PARLOR_TLS_KEY",
        "PARLOR_TRUSTED_PROXIES has \"10.0.0.0/99\"",
        "PARLOR_TRUSTED_PROXIES has \"proxy.example\"",
        "PARLOR_SMTP_URL",
        "PARLOR_MAIL_FROM",
        "PARLOR_METRICS_LISTEN",
        "PARLOR_DRAIN_WAIT",
        "PARLOR_LOG_FORMAT",
    ] {
        assert!(errors.contains(name), "{name} in {errors}");
    }
    let leaked = [errors.contains("ok.example"), errors.contains("10.0.0.0/8\""), errors.contains("hush")];
    assert_eq!(leaked, [false; 3]);
}

#[test]
fn a_mail_server_is_parsed_from_its_url() {
    let relay = |url, from| serve(&["--smtp-url", url, "--mail-from", from]).check().map(|a| a.relay);
    let settings =
        relay("smtps://us%40er:p%3Ass@mail.example:2465", "a@b.example").expect("right").expect("one");
    assert_eq!((settings.host.as_str(), settings.port, settings.tls), ("mail.example", 2465, true));
    assert_eq!((settings.username.as_str(), settings.password.expose_secret()), ("us@er", "p:ss"));
    let settings = relay("smtp://[::1]", "a@b.example").expect("right").expect("one");
    assert_eq!((settings.host.as_str(), settings.port, settings.tls), ("::1", 587, false));
    assert!(relay("http://mail.example", "a@b.example").is_err());
    assert!(serve(&["--mail-from", "a@b.example"]).check().is_err());
    assert!(relay("smtp://localhost", "parlor@localhost").is_ok());
    for from in ["a@b", "a..b@c.example", "Office <a@b.example>"] {
        assert!(relay("smtp://localhost", from).is_err(), "{from}");
    }
}

#[test]
fn a_writing_model_needs_a_url_and_a_name_and_the_key_is_optional() {
    let (url, model) = ("https://models.example/v1", "house-style");
    let read = serve(&["--writer-url", url, "--writer-model", model, "--writer-key", "sk-1"]);
    assert!(read.check().is_ok());
    let key = read.writer_key.map(|key| key.expose_secret().to_owned());
    assert_eq!(
        (read.writer_url.as_deref(), read.writer_model.as_deref(), key.as_deref()),
        (Some(url), Some(model), Some("sk-1"))
    );
    assert!(serve(&["--writer-url", "http://127.0.0.1:11434/v1", "--writer-model", model]).check().is_ok());

    let check_error =
        |args: &[&str]| serve(args).check().map(|_| ()).expect_err("the arguments are invalid").to_string();
    for (args, name) in [
        (&["--writer-model", model][..], "PARLOR_WRITER_URL"),
        (&["--writer-key", "hush"], "PARLOR_WRITER_URL"),
        (&["--writer-url", url], "PARLOR_WRITER_MODEL is missing"),
        (&["--writer-url", url, "--writer-model", " "], "PARLOR_WRITER_MODEL is missing"),
        (&["--writer-url", "models.example/v1", "--writer-model", model], "PARLOR_WRITER_URL is no address"),
        (
            &["--writer-url", "ftp://models.example", "--writer-model", model],
            "PARLOR_WRITER_URL is no address",
        ),
        (
            &["--writer-url", "https://me:hush@models.example", "--writer-model", model],
            "PARLOR_WRITER_URL is no address",
        ),
        (
            &["--writer-url", "https://models.example?key=hush", "--writer-model", model],
            "PARLOR_WRITER_URL is no address",
        ),
        (&["--writer-url", url, "--writer-model", model, "--writer-key", "hush\n"], "PARLOR_WRITER_KEY"),
    ] {
        let error = check_error(args);
        assert!(error.contains(name) && !error.contains("hush"), "{args:?}: {error}");
    }
}

#[test]
fn a_sentence_model_is_in_a_folder_or_behind_an_endpoint() {
    let endpoint = ["--embeddings-url", "https://models.example/v1", "--embeddings-model", "sentences"];
    assert!(serve(&endpoint).check().is_ok());
    let with = |args: &[&'static str]| [&endpoint[..], args].concat();
    assert!(serve(&with(&["--embeddings-key", "sk-1"])).check().is_ok());
    for (args, name) in [
        (with(&["--model-dir", "models/sentences"]), "PARLOR_MODEL_DIR or PARLOR_EMBEDDINGS_URL"),
        (with(&["--embeddings-key", "hush\n"]), "PARLOR_EMBEDDINGS_KEY"),
        (endpoint[..2].to_vec(), "PARLOR_EMBEDDINGS_MODEL is missing"),
        (endpoint[2..].to_vec(), "PARLOR_EMBEDDINGS_URL"),
        (
            vec!["--embeddings-url", "models", "--embeddings-model", "sentences"],
            "PARLOR_EMBEDDINGS_URL is no",
        ),
    ] {
        let error = serve(&args).check().map(|_| ()).expect_err("the arguments are invalid").to_string();
        assert!(error.contains(name) && !error.contains("hush"), "{args:?}: {error}");
    }
}

#[test]
fn the_parameter_store_needs_a_key_and_the_rest_has_defaults() {
    let with_key = |args: &[&str]| {
        let key = ["--secrets", "ssm", "--ssm-key-id", "AKID", "--ssm-key", "hush"];
        serve(&key.iter().chain(args).copied().collect::<Vec<_>>()).check().map(|a| a.parameter_store)
    };
    let settings = with_key(&[]).expect("valid").expect("a parameter store");
    assert_eq!((settings.region.as_str(), settings.prefix.as_str()), ("us-east-1", "/parlor"));
    assert_eq!((settings.url, settings.kms_key), (None, None));
    assert!(with_key(&["--ssm-url", "http://127.0.0.1:4566", "--ssm-kms-key", "alias/parlor"]).is_ok());

    let check_error =
        |args: &[&str]| serve(args).check().map(|_| ()).expect_err("the arguments are invalid").to_string();
    for (args, name) in [
        (&["--secrets", "vault"][..], "PARLOR_SECRETS is \"vault\""),
        (&["--secrets", "ssm"], "PARLOR_SSM_KEY_ID"),
        (&["--ssm-key-id", "AKID", "--ssm-key", "hush"], "PARLOR_SECRETS=ssm"),
        (&["--secrets", "ssm", "--ssm-key-id", "AKID", "--ssm-key", "hush\n"], "invalid characters"),
    ] {
        let error = check_error(args);
        assert!(error.contains(name) && !error.contains("hush"), "{args:?}: {error}");
    }
    for (args, name) in [
        (["--ssm-url", "https://ssm.example/path"], "PARLOR_SSM_URL"),
        (["--ssm-region", "US East"], "PARLOR_SSM_REGION"),
        (["--ssm-prefix", "parlor"], "PARLOR_SSM_PREFIX"),
        (["--ssm-prefix", "/parlor/"], "PARLOR_SSM_PREFIX"),
        (["--ssm-prefix", "/AWS/parlor"], "PARLOR_SSM_PREFIX"),
    ] {
        let error = with_key(&args).expect_err("the arguments are invalid").to_string();
        assert!(error.contains(name), "{args:?}: {error}");
    }
}

#[test]
fn the_default_configuration_is_valid() {
    let addresses = serve(&[]).check().expect("the defaults are valid");
    assert_eq!(addresses.listen.to_string(), "127.0.0.1:8080");
}

#[test]
fn cinc_needs_a_url_and_both_parts_of_the_credential_or_nothing() {
    let all = ["--cinc-url", "https://c.example", "--cinc-client-id", "parlor", "--cinc-client-secret", "s"];
    let cinc = serve(&all).check().expect("it is complete").cinc.expect("it is configured");
    assert_eq!(
        (cinc.url.as_str(), cinc.identity_url.as_str()),
        ("https://c.example", "https://identityserver.cincsys.io")
    );
    assert!(serve(&[]).check().expect("it is complete").cinc.is_none());
    let mistakes = |arguments: &[&str]| serve(arguments).check().expect_err("it is wrong").to_string();
    assert!(mistakes(&all[..4]).contains("belong together"));
    assert!(
        mistakes(&[&["--cinc-identity-url", "cinc"][..], &all[..]].concat())
            .contains("PARLOR_CINC_IDENTITY_URL")
    );
}
