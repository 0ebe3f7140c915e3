-- Users, their sessions, and partners.

CREATE TABLE staff (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    email TEXT NOT NULL UNIQUE,
    -- Empty while an invited user has not set a password.
    password_hash TEXT NOT NULL,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    job_title TEXT NOT NULL,
    parlor_role TEXT NOT NULL,
    phone TEXT NOT NULL,
    text_plan INTEGER NOT NULL,
    restricted_view BOOLEAN NOT NULL,
    preferred_vendors JSONB NOT NULL,
    -- How to reach preferred vendors.
    vendor_contacts JSONB NOT NULL DEFAULT '[]',
    active BOOLEAN NOT NULL,
    -- ID of the file. NULL if there is no picture.
    header_image TEXT,
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, id)
);
CREATE INDEX staff_by_name ON staff (company_id, last_name, first_name, id);

-- Communities that a user may see. Administrators see all of them.
CREATE TABLE staff_community (
    company_id TEXT NOT NULL,
    staff_id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (company_id, staff_id, community_id),
    FOREIGN KEY (company_id, staff_id) REFERENCES staff (company_id, id),
    FOREIGN KEY (company_id, community_id) REFERENCES company_community (company_id, community_id)
);
CREATE INDEX staff_community_by_community ON staff_community (company_id, community_id);

-- Communities in a user's picker, in the user's order; all of them if there is no row. The company is
-- the one that has the community, which during impersonation is not the user's own.
CREATE TABLE staff_selection (
    company_id TEXT NOT NULL,
    staff_id TEXT NOT NULL,
    community_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (company_id, staff_id, community_id),
    FOREIGN KEY (company_id, community_id) REFERENCES company_community (company_id, community_id)
);
CREATE INDEX staff_selection_by_community ON staff_selection (company_id, community_id);

CREATE TABLE session (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    staff_id TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    created_ms BIGINT NOT NULL,
    used_ms BIGINT NOT NULL,
    user_agent TEXT NOT NULL DEFAULT '',
    address TEXT NOT NULL DEFAULT '',
    -- The company that a platform administrator impersonates. NULL otherwise.
    acting_company_id TEXT,
    PRIMARY KEY (company_id, id),
    FOREIGN KEY (company_id, staff_id) REFERENCES staff (company_id, id)
);
CREATE INDEX session_by_staff ON session (company_id, staff_id, used_ms);
CREATE INDEX session_by_use ON session (used_ms);

-- Links to set a password. The token is only in the email.
CREATE TABLE password_link (
    token_hash TEXT NOT NULL PRIMARY KEY,
    company_id TEXT NOT NULL,
    staff_id TEXT NOT NULL,
    invitation BOOLEAN NOT NULL,
    expires_ms BIGINT NOT NULL,
    FOREIGN KEY (company_id, staff_id) REFERENCES staff (company_id, id)
);
CREATE INDEX password_link_by_staff ON password_link (company_id, staff_id);
CREATE INDEX password_link_by_expiry ON password_link (expires_ms);

-- Network addresses from which a user has logged in, by digest.
CREATE TABLE trusted_client (
    company_id TEXT NOT NULL,
    staff_id TEXT NOT NULL,
    address_hash TEXT NOT NULL,
    used_ms BIGINT NOT NULL,
    PRIMARY KEY (company_id, staff_id, address_hash),
    FOREIGN KEY (company_id, staff_id) REFERENCES staff (company_id, id)
);
CREATE INDEX trusted_client_by_use ON trusted_client (used_ms);

CREATE TABLE partner (
    company_id TEXT NOT NULL REFERENCES company (id),
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    client_id TEXT NOT NULL UNIQUE,
    secret_hash TEXT NOT NULL,
    -- The client keeps no secret and authenticates with PKCE alone.
    is_public BOOLEAN NOT NULL DEFAULT FALSE,
    scopes JSONB NOT NULL,
    redirect_uris JSONB NOT NULL,
    requests_per_minute INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    used_ms BIGINT,
    revoked_ms BIGINT,
    PRIMARY KEY (company_id, id)
);

-- Access that a user granted to a partner's application.
CREATE TABLE partner_grant (
    company_id TEXT NOT NULL,
    id TEXT NOT NULL,
    partner_id TEXT NOT NULL,
    staff_id TEXT NOT NULL,
    scopes JSONB NOT NULL,
    granted_ms BIGINT NOT NULL,
    used_ms BIGINT,
    PRIMARY KEY (company_id, id),
    FOREIGN KEY (company_id, partner_id) REFERENCES partner (company_id, id)
);
CREATE INDEX partner_grant_by_staff ON partner_grant (company_id, staff_id, granted_ms);

-- Authorization codes, access tokens and refresh tokens, by digest.
CREATE TABLE partner_token (
    token_hash TEXT NOT NULL PRIMARY KEY,
    company_id TEXT NOT NULL,
    partner_id TEXT NOT NULL,
    -- NULL for a token of the partner itself.
    grant_id TEXT,
    kind INTEGER NOT NULL,
    scopes JSONB NOT NULL,
    expires_ms BIGINT NOT NULL,
    -- Codes and refresh tokens can be used once. Used ones are kept to detect a second use.
    used_ms BIGINT,
    -- Only of an authorization code.
    redirect_uri TEXT NOT NULL,
    challenge TEXT NOT NULL,
    FOREIGN KEY (company_id, partner_id) REFERENCES partner (company_id, id)
);
CREATE INDEX partner_token_by_grant ON partner_token (company_id, grant_id);
CREATE INDEX partner_token_by_partner ON partner_token (company_id, partner_id, expires_ms);
CREATE INDEX partner_token_by_expiry ON partner_token (expires_ms);
