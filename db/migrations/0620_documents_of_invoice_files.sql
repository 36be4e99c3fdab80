-- The document of a provider's file is read once, when the file is stored, because reading a large file takes seconds. A text, because JSON of a
-- file may contain half a character, which jsonb refuses. Files that were stored before have none.
alter table purchase_files add column document text;
