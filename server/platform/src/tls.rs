//! Loads the TLS configuration from PEM files: versions 1.2 and 1.3, HTTP/2 preferred over HTTP/1.1.
use std::{path::Path, sync::Arc};

use rustls::{ServerConfig, crypto::aws_lc_rs};
use rustls_pki_types::{
    CertificateDer, PrivateKeyDer,
    pem::{Error, PemObject},
};

/// Reads a file with the server's certificate and its chain, in this order, and the file with its key.
///
/// # Errors
/// A message for the administrator that names the file.
pub fn read(certificate: &Path, key: &Path) -> Result<Arc<ServerConfig>, String> {
    let describe = |file: &Path, error: &Error, what: &str| match error {
        Error::Io(error) => format!("{} cannot be read: {error}", file.display()),
        _ => format!("{} has no {what} in PEM", file.display()),
    };
    let no_certificate = |error: &Error| describe(certificate, error, "certificate");
    let chain = CertificateDer::pem_file_iter(certificate).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let chain = chain.map_err(|error| no_certificate(&error))?;
    if chain.is_empty() {
        return Err(no_certificate(&Error::NoItemsFound));
    }
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|error| describe(key, &error, "private key"))?;
    let tls = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|tls| tls.with_no_client_auth().with_single_cert(chain, secret));
    let mut tls = tls.map_err(|error| {
        format!("{} and {} do not go together: {error}", certificate.display(), key.display())
    })?;
    tls.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(Arc::new(tls))
}
