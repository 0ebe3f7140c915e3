-- Row-level security: a transaction sees the rows of the company that it was begun for or, if the
-- platform itself works, those of the tables that serve the platform. With neither, it sees nothing.
-- The policies also apply to the owner of the tables.

CREATE FUNCTION acting_company() RETURNS TEXT LANGUAGE SQL STABLE PARALLEL SAFE
    RETURN current_setting('parlor.company', true);
CREATE FUNCTION acting_platform() RETURNS BOOLEAN LANGUAGE SQL STABLE PARALLEL SAFE
    RETURN COALESCE(current_setting('parlor.platform', true), '') = 'on';

DO $$
DECLARE
    t TEXT;
BEGIN
    FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_sqlx_migrations'
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO parlor_server', t);
    END LOOP;

    -- Rows of a tenant: those of every table with a company, but for the tables whose policies follow below.
    FOR t IN
        SELECT table_name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name = 'company_id'
            AND table_name NOT IN ('answer', 'answer_version', 'company_community', 'idempotency_key')
    LOOP
        EXECUTE format('CREATE POLICY tenant ON %I USING (company_id = acting_company())', t);
    END LOOP;

    -- Rows that the platform's own work needs: to log users in, route texts, run jobs, deliver email,
    -- follow links, authenticate partners and delete what has expired.
    FOREACH t IN ARRAY ARRAY[
        'company', 'community', 'secondary_escalation_contact', 'company_community', 'text_number',
        'staff', 'staff_community', 'staff_selection', 'session', 'password_link', 'trusted_client',
        'partner', 'partner_grant', 'partner_token',
        'job', 'schedule', 'audit', 'secret', 'email_configuration', 'mailbox_watch', 'work_order', 'mail', 'file', 'short_link',
        'idempotency_key', 'rate_limit_hit', 'catalog_version', 'catalog_draft', 'utterance_vector', 'calibration'
    ]
    LOOP
        EXECUTE format('CREATE POLICY platform ON %I USING (acting_platform())', t);
    END LOOP;

    -- Rows that the platform only reads, to find the mailboxes whose emails are to be received.
    CREATE POLICY platform ON mailbox FOR SELECT USING (acting_platform());
    -- And to find the company whose secret a webhook of Chatwoot has to be signed with.
    CREATE POLICY platform ON chatwoot_connection FOR SELECT USING (acting_platform());
    -- And to find the companies that are to be synced at night.
    CREATE POLICY platform ON software_connection FOR SELECT USING (acting_platform());
    -- And to find the community whose chat a visitor opens with its key.
    CREATE POLICY platform ON web_chat_site FOR SELECT USING (acting_platform());

    -- Rows that the platform only deletes.
    FOREACH t IN ARRAY ARRAY['event', 'carrier_report', 'chatwoot_delivery']
    LOOP
        EXECUTE format('CREATE POLICY platform ON %I USING (acting_platform()) WITH CHECK (FALSE)', t);
    END LOOP;

    -- Rows of a company, or of a community that the company manages.
    FOREACH t IN ARRAY ARRAY['answer', 'answer_version']
    LOOP
        EXECUTE format(
            'CREATE POLICY tenant ON %I USING (company_id = acting_company()
                OR EXISTS (SELECT FROM company_community l
                    WHERE l.community_id = %I.community_id AND l.company_id = acting_company()))', t, t);
    END LOOP;

    -- Rows that the platform writes and every company reads.
    FOREACH t IN ARRAY ARRAY['catalog_version', 'calibration']
    LOOP
        EXECUTE format(
            'CREATE POLICY everybody ON %I FOR SELECT USING (COALESCE(acting_company(), '''') <> '''')', t);
    END LOOP;
END $$;

CREATE POLICY tenant ON company USING (id = acting_company());
CREATE POLICY tenant ON community USING (EXISTS (
    SELECT FROM company_community l WHERE l.community_id = community.id AND l.company_id = acting_company()));
CREATE POLICY tenant ON secondary_escalation_contact USING (EXISTS (
    SELECT FROM company_community l
    WHERE l.community_id = secondary_escalation_contact.community_id AND l.company_id = acting_company()));
-- A company reads its links; only the platform creates them. A company that could link itself to a
-- community could read its answers.
CREATE POLICY tenant ON company_community FOR SELECT USING (company_id = acting_company());
CREATE POLICY tenant ON idempotency_key USING (company_id = acting_company() AND company_id <> '');

-- The owner's functions that count over all companies read these tables.
CREATE POLICY counted ON answer FOR SELECT TO CURRENT_USER USING (acting_platform());
CREATE POLICY counted ON message FOR SELECT TO CURRENT_USER USING (acting_platform());
CREATE POLICY counted ON escalation FOR SELECT TO CURRENT_USER USING (acting_platform());

GRANT USAGE ON SCHEMA public TO parlor_server;
-- Rows of these tables are only added; events are also deleted by age.
REVOKE UPDATE ON event FROM parlor_server;
REVOKE UPDATE, DELETE ON audit, consent_entry, catalog_version FROM parlor_server;
REVOKE DELETE ON catalog_draft FROM parlor_server;
REVOKE ALL ON _sqlx_migrations FROM parlor_server;

GRANT EXECUTE ON FUNCTION analyze_blast_recipients, analyze_homeowners TO parlor_server;
