-- What a resident's text in another language was put into English as; empty where it was not.
ALTER TABLE message ADD COLUMN english TEXT NOT NULL DEFAULT '';
