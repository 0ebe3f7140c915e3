ALTER TABLE wording_vector ENABLE ROW LEVEL SECURITY;
ALTER TABLE wording_vector FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON wording_vector USING (company_id = acting_company());
-- What nobody needs any more is forgotten, whosever it was.
CREATE POLICY platform ON wording_vector USING (acting_platform());
GRANT SELECT, INSERT, UPDATE, DELETE ON wording_vector TO parlor_server;
