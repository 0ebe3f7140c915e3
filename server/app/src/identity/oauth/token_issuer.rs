//! Issuing and revoking tokens.
use platform::{
    Fault, Scope, Timestamp, Tx,
    signal::{InvalidationScope, Signal},
};

use super::{
    model::{AuthorizationParameters, Grant, GrantId, IssuedTokens, Token, TokenExchange, TokenKind},
    rules::{self, OAuthError, Validity},
    store,
    token_lifetimes::lifetime,
};
use crate::{
    context::Context,
    identity::partner::{self, Partner},
};

/// Issues and revokes tokens of one partner at a fixed time.
pub struct TokenIssuer<'a> {
    context: &'a Context,
    partner: &'a Partner,
    /// The company that the partner belongs to.
    scope: Scope,
    now: Timestamp,
}

impl<'a> TokenIssuer<'a> {
    pub fn new(context: &'a Context, partner: &'a Partner) -> Self {
        Self { context, partner, scope: Scope::of_company(&partner.company_id), now: context.now() }
    }

    /// Exchanges the credentials of an authenticated client for tokens. A grant that ended because a secret was reused
    /// stays ended even if the call fails.
    ///
    /// # Errors
    /// The errors of `ExchangeToken` in the contract.
    pub async fn exchange(&self, parameters: &TokenExchange) -> Result<IssuedTokens, Fault> {
        match parameters.grant_type.as_str() {
            "client_credentials" if self.partner.is_public => Err(OAuthError::UnauthorizedClient.into()),
            "client_credentials" => self.client_credentials_grant(parameters).await,
            "authorization_code" => self.exchange_secret(TokenKind::Code, &parameters.code, parameters).await,
            "refresh_token" => {
                self.exchange_secret(TokenKind::Refresh, &parameters.refresh_token, parameters).await
            }
            "" => Err(OAuthError::InvalidRequest("Send a grant_type.").into()),
            _ => Err(OAuthError::UnsupportedGrantType.into()),
        }
    }

    async fn client_credentials_grant(&self, parameters: &TokenExchange) -> Result<IssuedTokens, Fault> {
        let scopes = rules::narrow_scopes(&parameters.scope, &self.partner.scopes)?;
        let mut tx = self.context.db.write(&self.scope).await?;
        let access_token = self.issue(&mut tx, TokenKind::Access, None, &scopes).await?;
        tx.commit().await?;
        Ok(IssuedTokens { access_token, refresh_token: None, scopes, lifetime: lifetime(TokenKind::Access) })
    }

    /// Exchanges a code or a refresh token. The new refresh token keeps all scopes; the access token gets the requested
    /// ones.
    async fn exchange_secret(
        &self,
        kind: TokenKind,
        secret: &str,
        parameters: &TokenExchange,
    ) -> Result<IssuedTokens, Fault> {
        let mut tx = self.context.db.write(&self.scope).await?;
        let (token, grant) = self.find_granted(&mut tx, kind, secret).await?;
        let validity = match kind {
            TokenKind::Code => rules::check_code(&token, parameters, self.now),
            _ => rules::check_refresh_token(&token, self.now),
        };
        let scopes = match (validity, kind) {
            (Validity::Invalid, _) => return Err(OAuthError::InvalidGrant.into()),
            (Validity::Reused, _) => return Err(self.end_reused(tx, &grant.id).await?),
            (Validity::Valid, TokenKind::Code) => token.scopes.clone(),
            (Validity::Valid, _) => rules::narrow_scopes(&parameters.scope, &token.scopes)?,
        };
        if !store::use_token(&mut tx, &self.scope, &token, self.now).await? {
            return Err(self.end_reused(tx, &grant.id).await?);
        }
        let access_token = self.issue(&mut tx, TokenKind::Access, Some(&grant.id), &scopes).await?;
        let refresh_token = self.issue(&mut tx, TokenKind::Refresh, Some(&grant.id), &token.scopes).await?;
        tx.commit().await?;
        Ok(IssuedTokens {
            access_token,
            refresh_token: Some(refresh_token),
            scopes,
            lifetime: lifetime(TokenKind::Access),
        })
    }

    /// Finds a code or refresh token of this partner, and its grant while the user is active.
    async fn find_granted(
        &self,
        tx: &mut Tx,
        kind: TokenKind,
        secret: &str,
    ) -> Result<(Token, Grant), Fault> {
        let hash = partner::digest(secret);
        let token = store::find_token(tx, &self.scope, &self.partner.id, &hash).await?;
        let token = token.filter(|token| token.kind == kind).ok_or(OAuthError::InvalidGrant)?;
        let id = token.grant_id.as_ref().ok_or(OAuthError::InvalidGrant)?;
        let grant = store::find_active_grant(tx, &self.scope, id).await?.ok_or(OAuthError::InvalidGrant)?;
        Ok((token, grant))
    }

    async fn end_reused(&self, tx: Tx, grant: &GrantId) -> Result<Fault, Fault> {
        self.end_grant(tx, grant).await?;
        tracing::warn!(partner = %self.partner.id, "a code or refresh token was used twice: its grant was revoked");
        Ok(OAuthError::InvalidGrant.into())
    }

    async fn end_grant(&self, mut tx: Tx, grant: &GrantId) -> Result<(), Fault> {
        store::end_grant(&mut tx, &self.scope, grant).await?;
        tx.signal(self.invalidation());
        tx.commit().await
    }

    /// Invalidates cached tokens of the company.
    fn invalidation(&self) -> Signal {
        Signal::Sessions(InvalidationScope::Company(self.scope.company().clone()))
    }

    /// Revokes an access token, or the whole grant of a code or refresh token. Ignores unknown tokens and tokens of
    /// other partners.
    pub async fn revoke(&self, secret: &str) -> Result<(), Fault> {
        let hash = partner::digest(secret);
        let mut tx = self.context.db.read(&self.scope).await?;
        let token = store::find_token(&mut tx, &self.scope, &self.partner.id, &hash).await?;
        drop(tx);
        let Some(token) = token else { return Ok(()) };
        let mut tx = self.context.db.write(&self.scope).await?;
        match token.grant_id {
            Some(grant) if token.kind != TokenKind::Access => self.end_grant(tx, &grant).await,
            _ => {
                store::delete_token(&mut tx, &self.scope, &hash).await?;
                tx.signal(self.invalidation());
                tx.commit().await
            }
        }
    }

    /// Stores a grant and issues its authorization code.
    pub async fn issue_code(
        &self,
        tx: &mut Tx,
        grant: &Grant,
        parameters: &AuthorizationParameters,
    ) -> Result<String, Fault> {
        store::trim_grants(tx, &self.scope, &grant.staff_id, self.now, rules::MAX_GRANTS - 1).await?;
        store::insert_grant(tx, &self.scope, grant).await?;
        let secret = self.context.ids.secret();
        let token = Token {
            redirect_uri: parameters.redirect_uri.clone(),
            challenge: parameters.code_challenge.clone(),
            ..self.token(&secret, TokenKind::Code, Some(&grant.id), &grant.scopes)
        };
        store::insert_token(tx, &self.scope, &token).await?;
        Ok(secret)
    }

    /// Stores a new token and returns it in plain text.
    async fn issue(
        &self,
        tx: &mut Tx,
        kind: TokenKind,
        grant: Option<&GrantId>,
        scopes: &[String],
    ) -> Result<String, Fault> {
        let secret = self.context.ids.secret();
        store::insert_token(tx, &self.scope, &self.token(&secret, kind, grant, scopes)).await?;
        Ok(secret)
    }

    fn token(&self, secret: &str, kind: TokenKind, grant: Option<&GrantId>, scopes: &[String]) -> Token {
        Token {
            token_hash: partner::digest(secret),
            partner_id: self.partner.id.clone(),
            grant_id: grant.cloned(),
            kind,
            scopes: scopes.to_vec(),
            expires_ms: self.now.plus(lifetime(kind)),
            used_ms: None,
            redirect_uri: String::new(),
            challenge: String::new(),
        }
    }
}
