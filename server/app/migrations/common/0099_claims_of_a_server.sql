-- Which server works on a call, so that it is done anew as soon as that server is gone; 0 when it
-- cannot be asked about.
ALTER TABLE idempotency_key ADD COLUMN worker INTEGER NOT NULL DEFAULT 0;
