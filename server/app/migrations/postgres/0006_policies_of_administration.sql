DO $$
DECLARE
    t TEXT;
BEGIN
    -- A tenant's own rows; the platform's own work sees them too where it signs people in,
    -- delivers mail, follows links and lets partners in.
    FOREACH t IN ARRAY ARRAY['association_file', 'company_answer', 'staff_selection', 'password_link',
        'known_place', 'community_request', 'audit', 'secret', 'email_configuration', 'mail', 'file',
        'short_link', 'partner', 'partner_grant', 'partner_token']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY tenant ON %I USING (company_id = acting_company())', t);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO parlor_server', t);
    END LOOP;
    FOREACH t IN ARRAY ARRAY['staff_selection', 'password_link', 'known_place', 'audit', 'secret',
        'email_configuration', 'mail', 'file', 'short_link', 'partner', 'partner_grant', 'partner_token']
    LOOP
        EXECUTE format('CREATE POLICY platform ON %I USING (acting_platform())', t);
    END LOOP;
END $$;

ALTER TABLE attempt ENABLE ROW LEVEL SECURITY;
ALTER TABLE attempt FORCE ROW LEVEL SECURITY;
CREATE POLICY platform ON attempt USING (acting_platform());
GRANT SELECT, INSERT, UPDATE, DELETE ON attempt TO parlor_server;

-- The audit trail only grows.
REVOKE UPDATE, DELETE ON audit FROM parlor_server;
