//! Limits of connections and live streams.
use clap::Args;

/// How many connections and live streams may be open.
#[derive(Args, Clone)]
pub struct Limits {
    /// Maximum number of open connections from one IPv4 address or IPv6 network (/64) that is not a trusted proxy. At
    /// most half of all connections.
    #[arg(long, env = "PARLOR_MAX_CONNECTIONS_PER_ADDRESS", value_name = "NUMBER", default_value = "1024")]
    pub max_connections_per_address: usize,
    /// Maximum number of open live streams, of events and of drafts together, of one session or one partner token.
    #[arg(long, env = "PARLOR_MAX_STREAMS_PER_SESSION", value_name = "NUMBER", default_value = "20")]
    pub max_streams_per_session: usize,
    /// Maximum number of open live streams of all users and partners of one company.
    #[arg(long, env = "PARLOR_MAX_STREAMS_PER_COMPANY", value_name = "NUMBER", default_value = "500")]
    pub max_streams_per_company: usize,
}

impl Limits {
    /// Returns a message for each limit that is not positive.
    pub(super) fn mistakes(&self) -> impl Iterator<Item = String> {
        [
            ("PARLOR_MAX_CONNECTIONS_PER_ADDRESS", self.max_connections_per_address),
            ("PARLOR_MAX_STREAMS_PER_SESSION", self.max_streams_per_session),
            ("PARLOR_MAX_STREAMS_PER_COMPANY", self.max_streams_per_company),
        ]
        .into_iter()
        .filter(|(_, limit)| *limit == 0)
        .map(|(name, _)| format!("{name} is 0; give a number of at least 1"))
    }
}
