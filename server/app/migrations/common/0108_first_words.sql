-- When the bot first spoke to whoever this is with; nothing where it has not.
ALTER TABLE conversation ADD COLUMN greeted_ms BIGINT;
