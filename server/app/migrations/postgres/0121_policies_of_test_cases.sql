ALTER TABLE test_case ENABLE ROW LEVEL SECURITY;
ALTER TABLE test_case FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON test_case USING (company_id = acting_company());
GRANT SELECT, INSERT, UPDATE, DELETE ON test_case TO parlor_server;
