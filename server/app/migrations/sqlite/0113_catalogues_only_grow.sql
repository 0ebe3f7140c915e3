-- What PostgreSQL keeps by grants.
CREATE TRIGGER catalogue_version_is_not_changed BEFORE UPDATE ON catalogue_version
BEGIN
    SELECT RAISE(ABORT, 'a published version is not changed');
END;
CREATE TRIGGER catalogue_version_is_not_deleted BEFORE DELETE ON catalogue_version
BEGIN
    SELECT RAISE(ABORT, 'a published version is not deleted');
END;
