-- An export of everything as CSV and SQL is made and listed like a backup, but nothing can be restored from it.
alter table backups drop constraint backups_origin_check;
alter table backups add constraint backups_origin_check check (origin in ('HAND', 'NIGHT', 'BEFORE-RESTORE', 'UPLOAD', 'EXPORT'));
