//! Configuration of CINC, the association software that companies authorize by OAuth.
use clap::Args;
use secrecy::SecretString;

use super::serve::is_address;

/// Parlor's credential at CINC. Without it, companies cannot connect to CINC.
#[derive(Args, Clone)]
pub struct Cinc {
    /// The URL of CINC's API, without /api, such as https://customer.cincsys.com.
    #[arg(long, env = "PARLOR_CINC_URL", value_name = "URL")]
    pub cinc_url: Option<String>,
    /// The URL of CINC's identity server, where administrators allow Parlor to read.
    #[arg(
        long,
        env = "PARLOR_CINC_IDENTITY_URL",
        value_name = "URL",
        default_value = "https://identityserver.cincsys.io"
    )]
    pub cinc_identity_url: String,
    /// Parlor's client ID at CINC.
    #[arg(long, env = "PARLOR_CINC_CLIENT_ID", value_name = "ID")]
    pub cinc_client_id: Option<String>,
    /// Parlor's client secret at CINC.
    #[arg(long, env = "PARLOR_CINC_CLIENT_SECRET", hide_env_values = true, value_name = "SECRET")]
    pub cinc_client_secret: Option<SecretString>,
}

/// CINC, and Parlor's credential there.
#[derive(Clone, Debug)]
pub struct CincClient {
    /// The URL of the API, without `/api`.
    pub url: String,
    /// The URL of the identity server.
    pub identity_url: String,
    /// Parlor's client ID.
    pub client_id: String,
    /// Parlor's client secret.
    pub client_secret: SecretString,
}

impl Cinc {
    /// Returns the credential, if one is configured.
    pub(super) fn client(&self, mistakes: &mut Vec<String>) -> Option<CincClient> {
        let identity_url = self.cinc_identity_url.clone();
        let parts = (self.cinc_url.clone(), self.cinc_client_id.clone(), self.cinc_client_secret.clone());
        let (url, client_id, client_secret) = match parts {
            (None, None, None) => return None,
            (Some(url), Some(client_id), Some(client_secret)) => (url, client_id, client_secret),
            _ => {
                mistakes.push(
                    "PARLOR_CINC_URL, PARLOR_CINC_CLIENT_ID and PARLOR_CINC_CLIENT_SECRET belong together; give \
                     all or none"
                        .to_owned(),
                );
                return None;
            }
        };
        for (name, url) in [("PARLOR_CINC_URL", &url), ("PARLOR_CINC_IDENTITY_URL", &identity_url)] {
            if !is_address(url) {
                mistakes.push(format!("{name} is no address; give http(s)://host[:port]"));
            }
        }
        Some(CincClient { url, identity_url, client_id, client_secret })
    }
}
