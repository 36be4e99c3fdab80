-- The keys of programs, as administrators create them: the last characters by which a key is recognised, how many requests a
-- minute it may make, its last day, and who created it.
alter table api_keys
  add column ending text not null default '',
  add column per_minute integer not null default 600 check (per_minute between 1 and 100000),
  add column ends_on date,
  add column created_by bigint references users (id),
  add column created_by_name text not null default '';

-- How many requests of the present minute the processes have taken for a key, and when it was last used. A table of its own,
-- because each change of a key is told to all processes.
create table api_key_use (
  key_id bigint primary key references api_keys (id) on delete cascade,
  minute timestamptz not null,
  taken integer not null,
  -- how many of them the last process took
  granted integer not null,
  last_used_at timestamptz not null
);

-- The keys with which a program can act now. The last day is a day in Athens.
create view usable_keys as
  select id, name, key_hash, role, per_minute, ends_on,
    (ends_on + 1)::timestamp at time zone 'Europe/Athens' as ends_at
  from api_keys
  where revoked_at is null and (ends_on is null or now() < (ends_on + 1)::timestamp at time zone 'Europe/Athens');

-- The key of the program that made a one-time link. The link ends with the key.
alter table account_links add column made_by_key bigint references api_keys (id);
