DO $$
DECLARE
    t TEXT;
BEGIN
    FOREACH t IN ARRAY ARRAY['homeowner_asked', 'homeowner_code', 'homeowner_proved']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY tenant ON %I USING (company_id = acting_company())', t);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO parlor_server', t);
    END LOOP;
END $$;
