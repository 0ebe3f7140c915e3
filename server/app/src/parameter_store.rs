//! Stores values of secrets in AWS Systems Manager Parameter Store:
//! <https://docs.aws.amazon.com/systems-manager/latest/APIReference/>.
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use http::{StatusCode, header};
use object_store::{
    aws::{AwsAuthorizer, AwsCredential},
    client::{HttpRequest, HttpRequestBody},
};
use platform::{ErrorReason, Fault, config::Ssm, ids::CompanyId, secrets::ParameterStore};
use rand::Rng;
use reqwest::Client;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::http_client;

/// Maximum time of one request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum number of attempts of a call.
const MAX_ATTEMPTS: u32 = 3;
/// Delay before the second attempt, doubled for the third, with jitter.
const RETRY_DELAY: Duration = Duration::from_millis(200);
/// Maximum size of a response. A value has at most 8 KB.
const MAX_RESPONSE_BYTES: usize = 64 << 10;

/// AWS Systems Manager Parameter Store.
pub struct SsmParameterStore {
    client: Client,
    settings: Ssm,
    url: String,
    credential: AwsCredential,
}

/// Why a call failed. Messages of the service are left out, because they may contain values.
#[derive(Debug, thiserror::Error)]
enum CallError {
    #[error("AWS SSM cannot be reached")]
    Unreachable,
    #[error("AWS SSM answered with the status {0}")]
    Status(StatusCode),
    #[error("AWS SSM refused a call: {0}")]
    Refused(String),
    #[error("the response of AWS SSM cannot be read")]
    Unreadable,
    #[error("a call of AWS SSM cannot be signed")]
    NotSigned,
}

impl CallError {
    /// Returns whether another attempt may succeed.
    fn is_passing(&self) -> bool {
        match self {
            Self::Unreachable | Self::Unreadable => true,
            Self::Status(status) => status.is_server_error() || *status == StatusCode::TOO_MANY_REQUESTS,
            Self::Refused(name) => matches!(name.as_str(), "ThrottlingException" | "TooManyUpdates"),
            Self::NotSigned => false,
        }
    }

    fn is(&self, name: &str) -> bool {
        matches!(self, Self::Refused(refused) if refused == name)
    }
}

impl From<CallError> for Fault {
    fn from(error: CallError) -> Self {
        tracing::warn!(%error, "the secret store failed");
        let words = match error.is_passing() {
            true => "The secret store does not respond. Try again in a moment.",
            false => "The secret store refused this. Contact Parlor support.",
        };
        Self::not_now(ErrorReason::Unavailable, words)
    }
}

impl SsmParameterStore {
    #[must_use]
    pub fn new(settings: &Ssm) -> Self {
        let url = settings.url.clone();
        let url = url.unwrap_or_else(|| format!("https://ssm.{}.amazonaws.com", settings.region));
        let credential = AwsCredential {
            key_id: settings.key_id.clone(),
            secret_key: settings.key.expose_secret().to_owned(),
            token: None,
        };
        let client = http_client::client_with_timeout(REQUEST_TIMEOUT);
        Self { client, settings: settings.clone(), url, credential }
    }

    /// Calls an operation, and again after a passing failure.
    async fn call<T: DeserializeOwned>(&self, operation: &str, input: &Value) -> Result<T, CallError> {
        let body = Bytes::from(input.to_string());
        let mut attempt = 1;
        loop {
            match self.send(operation, body.clone()).await {
                Err(error) if error.is_passing() && attempt < MAX_ATTEMPTS => {
                    let longest = RETRY_DELAY * 2_u32.pow(attempt - 1);
                    let wait = longest.mul_f64(rand::rng().random_range(0.5..1.0));
                    tokio::time::sleep(wait).await;
                    attempt += 1;
                }
                Err(error) => return Err(error),
                Ok(output) => return serde_json::from_slice(&output).map_err(|_| CallError::Unreadable),
            }
        }
    }

    async fn send(&self, operation: &str, body: Bytes) -> Result<Bytes, CallError> {
        let signed = self.sign(operation, body.clone())?;
        let request = self.client.post(&self.url).headers(signed.headers().clone()).body(body);
        let response = request.send().await.map_err(|_| CallError::Unreachable)?;
        let status = response.status();
        let output = http_client::read(response, MAX_RESPONSE_BYTES).await;
        let output = output.map_err(|_| CallError::Unreadable)?;
        if status.is_success() {
            return Ok(output);
        }
        let name = error_name(&output).filter(|_| !status.is_server_error());
        Err(name.map_or(CallError::Status(status), CallError::Refused))
    }

    /// Returns a request with the headers of its signature (AWS Signature Version 4).
    fn sign(&self, operation: &str, body: Bytes) -> Result<HttpRequest, CallError> {
        let mut request: HttpRequest = http::Request::post(&self.url)
            .header(header::CONTENT_TYPE, "application/x-amz-json-1.1")
            .header("x-amz-target", format!("AmazonSSM.{operation}"))
            .body(HttpRequestBody::from(body))
            .map_err(|_| CallError::NotSigned)?;
        AwsAuthorizer::new(&self.credential, "ssm", &self.settings.region)
            .try_authorize(&mut request, None)
            .map_err(|_| CallError::NotSigned)?;
        Ok(request)
    }
}

/// Returns the name of an error, such as `ParameterNotFound`, which may follow a namespace and `#`.
fn error_name(output: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct ErrorOutput {
        #[serde(rename = "__type")]
        name: String,
    }
    let ErrorOutput { name } = serde_json::from_slice(output).ok()?;
    name.rsplit('#').next().map(str::to_owned)
}

#[derive(Deserialize)]
struct PutOutput {
    #[serde(rename = "Version")]
    _version: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct GetOutput {
    parameter: ParameterOutput,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct ParameterOutput {
    value: String,
}

#[async_trait]
impl ParameterStore for SsmParameterStore {
    fn name(&self, company: &CompanyId, id: &str) -> String {
        format!("{}/{company}/{id}", self.settings.prefix)
    }

    async fn put(&self, company: &CompanyId, name: &str, value: &SecretString) -> Result<(), Fault> {
        let mut input = json!({
            "Name": name,
            "Value": value.expose_secret(),
            "Type": "SecureString",
            "Overwrite": false,
            "Tags": [{ "Key": "parlor:company", "Value": company.as_str() }],
        });
        if let Some(key) = &self.settings.kms_key {
            input["KeyId"] = json!(key);
        }
        match self.call::<PutOutput>("PutParameter", &input).await {
            Ok(_) => Ok(()),
            // Nobody else writes this name, so an earlier attempt did.
            Err(error) if error.is("ParameterAlreadyExists") => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    async fn get(&self, name: &str) -> Result<Option<SecretString>, Fault> {
        let input = json!({ "Name": name, "WithDecryption": true });
        match self.call::<GetOutput>("GetParameter", &input).await {
            Ok(output) => Ok(Some(output.parameter.value.into())),
            Err(error) if error.is("ParameterNotFound") => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    async fn delete(&self, name: &str) -> Result<(), Fault> {
        match self.call::<Value>("DeleteParameter", &json!({ "Name": name })).await {
            Ok(_) => Ok(()),
            Err(error) if error.is("ParameterNotFound") => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}
