-- The counts of each kind are stored while records are read, checked and imported, so that a page does not count them every two seconds.
alter table move_ins add column counts jsonb not null default '{}'::jsonb;
-- The backup that was made before the import, so that the whole move-in can be taken back.
alter table move_ins add column backup_id bigint references backups (id);
alter table backups drop constraint backups_origin_check;
alter table backups add constraint backups_origin_check
  check (origin in ('HAND', 'NIGHT', 'BEFORE-RESTORE', 'BEFORE-MOVE-IN', 'UPLOAD', 'EXPORT', 'FOUND'));
