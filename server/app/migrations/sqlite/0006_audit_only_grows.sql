-- What PostgreSQL keeps by grants.
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
BEGIN
    SELECT RAISE(ABORT, 'the audit trail is not changed');
END;
CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit
BEGIN
    SELECT RAISE(ABORT, 'the audit trail is not deleted');
END;
