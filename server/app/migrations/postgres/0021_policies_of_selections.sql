ALTER TABLE staff_selection ENABLE ROW LEVEL SECURITY;
ALTER TABLE staff_selection FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON staff_selection USING (company_id = acting_company());
CREATE POLICY platform ON staff_selection USING (acting_platform());
GRANT SELECT, INSERT, UPDATE, DELETE ON staff_selection TO parlor_server;
