-- Moving in from an earlier system: where its records come from, and how far it is.
create table move_ins (
  id bigint generated always as identity primary key,
  source text not null check (source in ('zip', 'address')),
  -- the name of the file, or the address without its key
  name text not null,
  -- the key of the address, encrypted; null for a file, and when it is not needed any more
  sealed_key text,
  state text not null check (state in ('READING', 'CHECKING', 'CHECKED', 'IMPORTING', 'DONE', 'STOPPED')),
  -- what was under way when it stopped, and why it stopped
  stopped_while text check (stopped_while in ('READING', 'CHECKING', 'IMPORTING')),
  failure jsonb,
  -- for each kind: how many records the source names, and how far they are read
  reads jsonb not null default '{}',
  -- for each kind, at the end: the outcomes, and the numbers and totals of both sides
  result jsonb,
  user_id bigint,
  user_name text not null,
  created_at timestamptz not null,
  done_at timestamptz,
  check ((state = 'STOPPED') = (stopped_while is not null))
);

-- The records of the source, as it shows them. After the import only the refused ones stay.
create table move_in_records (
  move_in_id bigint not null references move_ins on delete cascade,
  kind text not null,
  -- the place of the kind in the order of the import
  kind_no smallint not null,
  position integer not null,
  key bigint not null,
  name text not null,
  -- the amount of an order or payment, and null for other kinds
  cents bigint,
  record jsonb not null,
  -- 0 read, 1 checked, 2 imported
  stage smallint not null default 0,
  outcome text check (outcome in ('new', 'changed', 'same', 'refused')),
  problem jsonb,
  primary key (move_in_id, kind_no, key)
);
create index move_in_records_waiting on move_in_records (move_in_id, stage, kind_no, position);

-- Which record of ours a record of the earlier system became, so that a second import does not write it again. Only for kinds that
-- get numbers of their own.
create table moved_in (
  kind text not null check (kind in ('payments', 'loans')),
  key bigint not null,
  record_id bigint not null,
  hash text not null,
  primary key (kind, key)
);
