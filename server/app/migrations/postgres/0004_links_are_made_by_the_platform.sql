-- What a community knows follows the link, so a company that could link itself to any
-- community could read it. A company sees its links; the platform makes them.
DROP POLICY tenant ON company_community;
CREATE POLICY tenant ON company_community FOR SELECT USING (company_id = acting_company());
