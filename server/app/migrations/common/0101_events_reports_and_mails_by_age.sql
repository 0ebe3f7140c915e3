-- What is kept for a time is found by its age, whosever it is.
CREATE INDEX event_by_age ON event (at_ms);
CREATE INDEX carrier_report_by_age ON carrier_report (at_ms);
-- A mail that still is to leave is not forgotten.
CREATE INDEX mail_by_age ON mail (created_ms) WHERE status > 2;
