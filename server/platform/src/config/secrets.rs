//! Configuration of the store of secrets.
use clap::Args;
use secrecy::{ExposeSecret, SecretString};

/// Where secrets are stored: in the database, or in AWS SSM Parameter Store.
#[derive(Args, Clone)]
pub struct Secrets {
    /// Where credentials of companies are stored: encrypted in the database, or in AWS SSM Parameter
    /// Store: database or ssm.
    #[arg(long, env = "PARLOR_SECRETS", value_name = "STORE", default_value = "database")]
    pub secrets: String,
    /// The region of the parameters.
    #[arg(long, env = "PARLOR_SSM_REGION", value_name = "NAME", default_value = "us-east-1")]
    pub ssm_region: String,
    /// The address of a service that speaks the protocol of AWS SSM, such as https://ssm.example.
    #[arg(long, env = "PARLOR_SSM_URL", value_name = "URL")]
    pub ssm_url: Option<String>,
    /// What the names of parameters start with.
    #[arg(long, env = "PARLOR_SSM_PREFIX", value_name = "PATH", default_value = "/parlor")]
    pub ssm_prefix: String,
    /// The KMS key that encrypts the parameters: its ID, ARN or alias. By default, the account's key
    /// for AWS SSM.
    #[arg(long, env = "PARLOR_SSM_KMS_KEY", value_name = "ID")]
    pub ssm_kms_key: Option<String>,
    /// The ID of the access key of AWS SSM.
    #[arg(long, env = "PARLOR_SSM_KEY_ID", value_name = "ID")]
    pub ssm_key_id: Option<String>,
    /// The access key of AWS SSM.
    #[arg(long, env = "PARLOR_SSM_KEY", hide_env_values = true, value_name = "KEY")]
    pub ssm_key: Option<SecretString>,
}

/// AWS SSM Parameter Store and its credentials.
#[derive(Clone, Debug)]
pub struct Ssm {
    /// The region of the parameters.
    pub region: String,
    /// The address of the service; `None` for AWS.
    pub url: Option<String>,
    /// What the names of parameters start with; begins with a slash and does not end with one.
    pub prefix: String,
    /// The KMS key that encrypts the parameters; `None` for the account's key for AWS SSM.
    pub kms_key: Option<String>,
    /// ID of the access key.
    pub key_id: String,
    /// The access key.
    pub key: SecretString,
}

impl Secrets {
    /// Returns the parameter store, if one is configured.
    pub(super) fn parameter_store(&self, mistakes: &mut Vec<String>) -> Option<Ssm> {
        let (url, key_id, key) = (&self.ssm_url, &self.ssm_key_id, &self.ssm_key);
        match self.secrets.as_str() {
            "ssm" => {}
            "database" => {
                if url.is_some() || key_id.is_some() || key.is_some() || self.ssm_kms_key.is_some() {
                    mistakes.push(
                        "PARLOR_SSM_URL, PARLOR_SSM_KMS_KEY, PARLOR_SSM_KEY_ID and PARLOR_SSM_KEY need \
                         PARLOR_SECRETS=ssm"
                            .to_owned(),
                    );
                }
                return None;
            }
            other => {
                mistakes.push(format!("PARLOR_SECRETS is \"{other}\"; give database or ssm"));
                return None;
            }
        }
        if let Some(url) = url.as_deref().filter(|url| !super::is_origin(url)) {
            mistakes.push(format!(
                "PARLOR_SSM_URL is \"{url}\"; give http(s)://host[:port] with nothing after it"
            ));
        }
        let region = &self.ssm_region;
        if region.is_empty()
            || !region.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        {
            mistakes.push(format!("PARLOR_SSM_REGION is \"{region}\"; give a region, such as us-east-1"));
        }
        if !is_prefix(&self.ssm_prefix) {
            mistakes.push(format!(
                "PARLOR_SSM_PREFIX is \"{}\"; give a path of letters, digits, dots, hyphens and underscores, such \
                 as /parlor",
                self.ssm_prefix
            ));
        }
        let Some((key_id, key)) = key_id.clone().zip(key.clone()) else {
            mistakes.push("PARLOR_SECRETS=ssm needs PARLOR_SSM_KEY_ID and PARLOR_SSM_KEY".to_owned());
            return None;
        };
        if !key_id.bytes().chain(key.expose_secret().bytes()).all(|byte| byte.is_ascii_graphic()) {
            mistakes.push(
                "PARLOR_SSM_KEY_ID or PARLOR_SSM_KEY contains invalid characters; copy them again".to_owned(),
            );
        }
        Some(Ssm {
            region: region.clone(),
            url: url.clone(),
            prefix: self.ssm_prefix.clone(),
            kms_key: self.ssm_kms_key.clone(),
            key_id,
            key,
        })
    }
}

/// Returns whether names of parameters may start with this path. AWS reserves those that begin with "aws" or "ssm".
fn is_prefix(prefix: &str) -> bool {
    let Some(path) = prefix.strip_prefix('/').filter(|_| prefix.len() <= 200) else { return false };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let lower = path.to_ascii_lowercase();
    path.split('/').all(|part| !part.is_empty() && part.chars().all(is_plain))
        && !lower.starts_with("aws")
        && !lower.starts_with("ssm")
}
