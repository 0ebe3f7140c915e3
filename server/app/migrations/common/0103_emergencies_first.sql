-- Emergencies that wait are listed before all others.
DROP INDEX escalation_by_age;
CREATE INDEX escalation_by_urgency ON escalation (company_id, reviewed, urgent, asked_ms, id);
