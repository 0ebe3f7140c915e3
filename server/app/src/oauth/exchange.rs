//! What becomes tokens, and what ends them.
use platform::{
    Fault, Scope, Timestamp, Tx,
    signal::{Signal, Whom},
};

use super::{
    model::{Asked, Exchange, Grant, GrantId, Issued, Kind, Shown, Token},
    rules::{self, OAuthError, Verdict},
    store,
};
use crate::{
    context::Context,
    partner::{self, Partner},
};

/// Makes and ends tokens of one partner, at one time.
pub struct Till<'a> {
    context: &'a Context,
    partner: &'a Partner,
    /// The company that let the partner in.
    scope: Scope,
    now: Timestamp,
}

impl<'a> Till<'a> {
    pub fn new(context: &'a Context, partner: &'a Partner) -> Self {
        Self { context, partner, scope: Scope::of_company(&partner.company_id), now: context.now() }
    }

    /// Tokens for what a client shows. What ended because it was stolen stays ended, whatever
    /// the answer.
    ///
    /// # Errors
    /// As the contract says of `ExchangeToken`.
    pub async fn exchange(&self, shown: &Shown, asked: &Exchange) -> Result<Issued, Fault> {
        match asked.grant_type.as_str() {
            "client_credentials" if shown.secret.is_none() => Err(OAuthError::InvalidClient.into()),
            "client_credentials" => self.for_itself(asked).await,
            "authorization_code" => self.for_secret(Kind::Code, &asked.code, asked).await,
            "refresh_token" => self.for_secret(Kind::Refresh, &asked.refresh_token, asked).await,
            "" => Err(OAuthError::InvalidRequest("Say which grant_type it is.").into()),
            _ => Err(OAuthError::UnsupportedGrantType.into()),
        }
    }

    async fn for_itself(&self, asked: &Exchange) -> Result<Issued, Fault> {
        let scopes = rules::narrowed(&asked.scope, &self.partner.scopes)?;
        let mut tx = self.context.db.write(&self.scope).await?;
        let access_token = self.issue(&mut tx, Kind::Access, None, &scopes).await?;
        tx.commit().await?;
        Ok(Issued { access_token, refresh_token: None, scopes, life: rules::life(Kind::Access) })
    }

    /// Tokens for a code or a refresh token. A new refresh token is for as much as the old
    /// one; the access token is for as much of that as is asked.
    async fn for_secret(&self, kind: Kind, secret: &str, asked: &Exchange) -> Result<Issued, Fault> {
        let mut tx = self.context.db.write(&self.scope).await?;
        let (token, grant) = self.granted(&mut tx, kind, secret).await?;
        let verdict = match kind {
            Kind::Code => rules::judge_code(&token, asked, self.now),
            _ => rules::judge_refresh(&token, self.now),
        };
        let scopes = match (verdict, kind) {
            (Verdict::Bad, _) => return Err(OAuthError::InvalidGrant.into()),
            (Verdict::Stolen, _) => return Err(self.stolen(tx, &grant.id).await?),
            (Verdict::Good, Kind::Code) => token.scopes.clone(),
            (Verdict::Good, _) => rules::narrowed(&asked.scope, &token.scopes)?,
        };
        if !store::use_token(&mut tx, &self.scope, &token, self.now).await? {
            return Err(self.stolen(tx, &grant.id).await?);
        }
        let access_token = self.issue(&mut tx, Kind::Access, Some(&grant.id), &scopes).await?;
        let refresh_token = self.issue(&mut tx, Kind::Refresh, Some(&grant.id), &token.scopes).await?;
        tx.commit().await?;
        Ok(Issued {
            access_token,
            refresh_token: Some(refresh_token),
            scopes,
            life: rules::life(Kind::Access),
        })
    }

    /// A code or refresh token of this partner with the grant that it came of, whose person
    /// has an account.
    async fn granted(&self, tx: &mut Tx, kind: Kind, secret: &str) -> Result<(Token, Grant), Fault> {
        let hash = partner::digest(secret);
        let token = store::token(tx, &self.scope, &self.partner.id, &hash).await?;
        let token = token.filter(|token| token.kind == kind).ok_or(OAuthError::InvalidGrant)?;
        let id = token.grant_id.as_ref().ok_or(OAuthError::InvalidGrant)?;
        let grant = store::living_grant(tx, &self.scope, id).await?.ok_or(OAuthError::InvalidGrant)?;
        Ok((token, grant))
    }

    async fn stolen(&self, tx: Tx, grant: &GrantId) -> Result<Fault, Fault> {
        self.end(tx, grant).await?;
        tracing::warn!(partner = %self.partner.id, "a code or refresh token was used twice: its grant is ended");
        Ok(OAuthError::InvalidGrant.into())
    }

    async fn end(&self, mut tx: Tx, grant: &GrantId) -> Result<(), Fault> {
        store::end_grant(&mut tx, &self.scope, grant).await?;
        tx.signal(self.changed());
        tx.commit().await
    }

    /// Word that tokens of the company ended.
    fn changed(&self) -> Signal {
        Signal::Sessions(Whom::Company(self.scope.company().clone()))
    }

    /// Ends a token, and with a code or refresh token all that came of the same decision.
    ///
    /// # Errors
    /// Those of storage; a token that is not the partner's is none.
    pub async fn revoke(&self, secret: &str) -> Result<(), Fault> {
        let hash = partner::digest(secret);
        let mut tx = self.context.db.read(&self.scope).await?;
        let token = store::token(&mut tx, &self.scope, &self.partner.id, &hash).await?;
        drop(tx);
        let Some(token) = token else { return Ok(()) };
        let mut tx = self.context.db.write(&self.scope).await?;
        match token.grant_id {
            Some(grant) if token.kind != Kind::Access => self.end(tx, &grant).await,
            _ => {
                store::delete_token(&mut tx, &self.scope, &hash).await?;
                tx.signal(self.changed());
                tx.commit().await
            }
        }
    }

    /// The code for what a person allowed.
    ///
    /// # Errors
    /// Those of storage.
    pub async fn code(&self, tx: &mut Tx, grant: &Grant, asked: &Asked) -> Result<String, Fault> {
        store::keep_grants(tx, &self.scope, &grant.staff_id, self.now, rules::MOST_GRANTS - 1).await?;
        store::insert_grant(tx, &self.scope, grant).await?;
        let secret = self.context.ids.secret();
        let token = Token {
            redirect_uri: asked.redirect_uri.clone(),
            challenge: asked.code_challenge.clone(),
            ..self.token(&secret, Kind::Code, Some(&grant.id), &grant.scopes)
        };
        store::insert_token(tx, &self.scope, &token).await?;
        Ok(secret)
    }

    /// Stores a new token; the token, in plain.
    async fn issue(
        &self,
        tx: &mut Tx,
        kind: Kind,
        grant: Option<&GrantId>,
        scopes: &[String],
    ) -> Result<String, Fault> {
        let secret = self.context.ids.secret();
        store::insert_token(tx, &self.scope, &self.token(&secret, kind, grant, scopes)).await?;
        Ok(secret)
    }

    fn token(&self, secret: &str, kind: Kind, grant: Option<&GrantId>, scopes: &[String]) -> Token {
        Token {
            token_hash: partner::digest(secret),
            partner_id: self.partner.id.clone(),
            grant_id: grant.cloned(),
            kind,
            scopes: scopes.to_vec(),
            expires_ms: self.now.plus(rules::life(kind)),
            used_ms: None,
            redirect_uri: String::new(),
            challenge: String::new(),
        }
    }
}
