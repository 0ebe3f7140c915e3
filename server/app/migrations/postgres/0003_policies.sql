-- The second lock: a transaction sees the company that it was begun for, or, where the
-- platform itself works, the tables that serve it. With neither, it sees nothing.
CREATE FUNCTION acting_company() RETURNS TEXT LANGUAGE SQL STABLE PARALLEL SAFE
    RETURN current_setting('parlor.company', true);
CREATE FUNCTION acting_platform() RETURNS BOOLEAN LANGUAGE SQL STABLE PARALLEL SAFE
    RETURN COALESCE(current_setting('parlor.platform', true), '') = 'on';

DO $$
DECLARE
    t TEXT;
BEGIN
    -- A tenant's own rows.
    FOREACH t IN ARRAY ARRAY['staff', 'session', 'company_community', 'staff_community', 'text_number',
        'resident', 'conversation', 'message', 'message_step', 'escalation', 'job', 'event_head', 'event']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY tenant ON %I USING (company_id = acting_company())', t);
    END LOOP;
    -- What the platform's own work needs: who signs in, whose number it is, what is due.
    FOREACH t IN ARRAY ARRAY['staff', 'session', 'company_community', 'staff_community', 'text_number', 'job']
    LOOP
        EXECUTE format('CREATE POLICY platform ON %I USING (acting_platform())', t);
    END LOOP;
END $$;

ALTER TABLE company ENABLE ROW LEVEL SECURITY;
ALTER TABLE company FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON company USING (id = acting_company());
CREATE POLICY platform ON company USING (acting_platform());

ALTER TABLE login_failure ENABLE ROW LEVEL SECURITY;
ALTER TABLE login_failure FORCE ROW LEVEL SECURITY;
CREATE POLICY platform ON login_failure USING (acting_platform());

-- A community and what it knows follow the link.
ALTER TABLE community ENABLE ROW LEVEL SECURITY;
ALTER TABLE community FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON community USING (EXISTS (
    SELECT FROM company_community l WHERE l.community_id = community.id AND l.company_id = acting_company()));
CREATE POLICY platform ON community USING (acting_platform());

ALTER TABLE answer ENABLE ROW LEVEL SECURITY;
ALTER TABLE answer FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON answer USING (EXISTS (
    SELECT FROM company_community l WHERE l.community_id = answer.community_id AND l.company_id = acting_company()));

GRANT USAGE ON SCHEMA public TO parlor_server;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO parlor_server;
REVOKE UPDATE ON event FROM parlor_server;
REVOKE ALL ON _sqlx_migrations FROM parlor_server;
