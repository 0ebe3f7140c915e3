DO $$
DECLARE
    t TEXT;
BEGIN
    FOREACH t IN ARRAY ARRAY['delivery', 'carrier_report', 'consent', 'consent_entry']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY tenant ON %I USING (company_id = acting_company())', t);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO parlor_server', t);
    END LOOP;
END $$;

-- How consent came to be only grows.
REVOKE UPDATE, DELETE ON consent_entry FROM parlor_server;
