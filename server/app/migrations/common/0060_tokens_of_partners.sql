-- Tokens that are over are removed as new ones are made, so they are found by when they end.
DROP INDEX partner_token_by_partner;
CREATE INDEX partner_token_by_partner ON partner_token (company_id, partner_id, expires_ms);
