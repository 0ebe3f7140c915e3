-- What PostgreSQL keeps by grants.
CREATE TRIGGER consent_entry_is_not_changed BEFORE UPDATE ON consent_entry
BEGIN
    SELECT RAISE(ABORT, 'how consent came to be is not changed');
END;
CREATE TRIGGER consent_entry_is_not_deleted BEFORE DELETE ON consent_entry
BEGIN
    SELECT RAISE(ABORT, 'how consent came to be is not deleted');
END;
