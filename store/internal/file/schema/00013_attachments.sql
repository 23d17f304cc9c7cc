-- Questions about the library no longer go through parts: "merge --into" and "import" bring them in.

PRAGMA user_version = 13;

DROP VIEW attachments;
DROP TABLE attachment;
