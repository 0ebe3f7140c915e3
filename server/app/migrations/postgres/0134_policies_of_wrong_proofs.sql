ALTER TABLE homeowner_wrong ENABLE ROW LEVEL SECURITY;
ALTER TABLE homeowner_wrong FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON homeowner_wrong USING (company_id = acting_company());
GRANT SELECT, INSERT, UPDATE, DELETE ON homeowner_wrong TO parlor_server;
