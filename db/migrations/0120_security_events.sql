-- What happened without a change of a record: sign-ins, and commands that were refused. A refused command is rolled back, so its row
-- is written afterwards. The same event of the same person is one row for each minute, with the number of times. It contains no
-- input, no password and no code.
create table security_events (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('SIGN-IN', 'FAILED-SIGN-IN', 'REFUSAL')),
  minute timestamptz not null,
  at timestamptz not null,
  last_at timestamptz not null,
  times integer not null default 1 check (times > 0),
  user_id bigint references users (id),
  user_name text not null,
  what text not null,
  code text not null default '',
  details jsonb not null default '{}'::jsonb,
  address text not null default ''
);
create unique index security_events_same on security_events (minute, kind, coalesce(user_id, 0), user_name, what, code, address);
create index security_events_at on security_events (at, id);
create index security_events_kind on security_events (kind, at, id);
create index security_events_account on security_events (kind, at, id) where user_id is not null;
create index security_events_person on security_events (user_id, kind, at, id);
create index security_events_name on security_events (user_name collate "C", kind, at, id) where user_id is null or kind = 'FAILED-SIGN-IN';

-- The history browser reads the newest entries of a person, of a program or of a kind of record from an index, however many others lie
-- between them. The block index of migration 0090 read many blocks for entries that are far apart.
drop index history_kinds;
create index history_kind on history (entity, at, id) where changes <> '{}'::jsonb or note is not null;
create index history_person on history (user_id, entity, at, id) where changes <> '{}'::jsonb or note is not null;
-- For how often a right was used: the actions of the last days, by command.
create index history_command on history (command, at, user_id);
create index history_name on history (user_name collate "C", entity, at, id) where user_id is null and (changes <> '{}'::jsonb or note is not null);
