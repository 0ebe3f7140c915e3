-- What was taught is for every community; the platform writes it.
ALTER TABLE calibration ENABLE ROW LEVEL SECURITY;
ALTER TABLE calibration FORCE ROW LEVEL SECURITY;
CREATE POLICY everybody ON calibration FOR SELECT USING (COALESCE(acting_company(), '') <> '');
CREATE POLICY platform ON calibration USING (acting_platform());
GRANT SELECT, INSERT, UPDATE, DELETE ON calibration TO parlor_server;

-- The platform is told how often suggestions of a confidence were right, and never whose they were: the function
-- counts as the table's owner, and the server has no way to the rows themselves.
CREATE POLICY counted ON escalation FOR SELECT TO CURRENT_USER USING (acting_platform());
CREATE FUNCTION confirmations(since BIGINT)
    RETURNS TABLE (percent BIGINT, rightly BIGINT, wrongly BIGINT)
    LANGUAGE SQL STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
    SELECT round(e.suggested_confidence * 100)::BIGINT, count(*) FILTER (WHERE e.confirmed = 1),
        count(*) FILTER (WHERE e.confirmed = 2)
    FROM escalation e
    WHERE e.confirmed <> 0 AND e.reviewed_ms >= since
    GROUP BY 1
$$;
REVOKE ALL ON FUNCTION confirmations FROM PUBLIC;
GRANT EXECUTE ON FUNCTION confirmations TO parlor_server;
