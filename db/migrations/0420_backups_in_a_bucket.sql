-- A backup lies in the folder of the server or in a bucket. Files that an earlier installation wrote are found there.
alter table backups add column stored_in text not null default 'FOLDER' check (stored_in in ('FOLDER', 'BUCKET'));
alter table backups drop constraint backups_origin_check;
alter table backups add constraint backups_origin_check
  check (origin in ('HAND', 'NIGHT', 'BEFORE-RESTORE', 'UPLOAD', 'EXPORT', 'FOUND'));
create index backups_by_file on backups (file) where removed_at is null;
-- a passphrase that a person typed for one backup, encrypted, until the restore has ended
alter table restores add column sealed_passphrase text;
-- the e-mail, name, language and hashed password of the person who restores before there is an account
alter table restores add column administrator jsonb;
