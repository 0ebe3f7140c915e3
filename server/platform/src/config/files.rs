//! Configuration of file storage.
use clap::Args;
use secrecy::{ExposeSecret, SecretString};

/// Where files are stored: in the data folder, or in a bucket.
#[derive(Args, Clone, Default)]
pub struct Files {
    /// A bucket for files, on Amazon S3 or a service that speaks its protocol. Without one, files are kept in
    /// the data folder; several servers on one PostgreSQL need a bucket.
    #[arg(long, env = "PARLOR_FILES_BUCKET", value_name = "NAME")]
    pub files_bucket: Option<String>,
    /// The region of the bucket.
    #[arg(long, env = "PARLOR_FILES_REGION", value_name = "NAME", default_value = "us-east-1")]
    pub files_region: String,
    /// The address of a service that speaks the protocol of Amazon S3, such as https://objects.example.
    #[arg(long, env = "PARLOR_FILES_URL", value_name = "URL")]
    pub files_url: Option<String>,
    /// The ID of the access key of the bucket.
    #[arg(long, env = "PARLOR_FILES_KEY_ID", value_name = "ID")]
    pub files_key_id: Option<String>,
    /// The access key of the bucket.
    #[arg(long, env = "PARLOR_FILES_KEY", hide_env_values = true, value_name = "KEY")]
    pub files_key: Option<SecretString>,
}

/// A bucket and its credentials.
#[derive(Clone, Debug)]
pub struct Bucket {
    /// The bucket's name.
    pub name: String,
    /// The bucket's region.
    pub region: String,
    /// The address of the service; `None` for Amazon S3.
    pub url: Option<String>,
    /// ID of the access key.
    pub key_id: String,
    /// The access key.
    pub key: SecretString,
}

impl Files {
    /// Returns the bucket, if one is configured.
    pub(super) fn bucket(&self, mistakes: &mut Vec<String>) -> Option<Bucket> {
        let (url, key_id, key) = (&self.files_url, &self.files_key_id, &self.files_key);
        let Some(name) = &self.files_bucket else {
            if url.is_some() || key_id.is_some() || key.is_some() {
                mistakes.push(
                    "PARLOR_FILES_URL, PARLOR_FILES_KEY_ID and PARLOR_FILES_KEY need PARLOR_FILES_BUCKET"
                        .to_owned(),
                );
            }
            return None;
        };
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || ".-".contains(c);
        if !(3..=63).contains(&name.len()) || !name.chars().all(plain) {
            mistakes.push(format!(
                "PARLOR_FILES_BUCKET is \"{name}\"; give 3 to 63 lowercase letters, digits, dots and hyphens"
            ));
        }
        if let Some(url) = url.as_deref().filter(|url| !super::is_origin(url)) {
            mistakes.push(format!(
                "PARLOR_FILES_URL is \"{url}\"; give http(s)://host[:port] with nothing after it"
            ));
        }
        let Some((key_id, key)) = key_id.clone().zip(key.clone()) else {
            mistakes.push("PARLOR_FILES_BUCKET needs PARLOR_FILES_KEY_ID and PARLOR_FILES_KEY".to_owned());
            return None;
        };
        if !key_id.bytes().chain(key.expose_secret().bytes()).all(|byte| byte.is_ascii_graphic()) {
            mistakes.push(
                "PARLOR_FILES_KEY_ID or PARLOR_FILES_KEY contains invalid characters; copy them again"
                    .to_owned(),
            );
        }
        let (name, region, url) = (name.clone(), self.files_region.clone(), url.clone());
        Some(Bucket { name, region, url, key_id, key })
    }
}
