-- Files that were read to import their rows, and the outcome of each row.
create table imports (
  id bigint generated always as identity primary key,
  target text not null check (target in ('customers', 'providers', 'products', 'recipes', 'stock')),
  name text not null,
  form text not null check (form in ('json', 'csv', 'excel')),
  headings jsonb not null,
  decimal_comma boolean not null,
  line_count integer not null,
  -- as they were imported; null before
  columns jsonb,
  key text,
  state text not null default 'READ' check (state in ('READ', 'DONE', 'UNDONE')),
  added integer not null default 0,
  changed integer not null default 0,
  same integer not null default 0,
  refused integer not null default 0,
  taken_back integer not null default 0,
  left_over integer not null default 0,
  user_id bigint,
  user_name text not null,
  created_at timestamptz not null,
  done_at timestamptz,
  undone_at timestamptz,
  undone_by text,
  check ((state = 'READ') = (done_at is null)),
  check ((state = 'UNDONE') = (undone_at is not null))
);
create index imports_old on imports (created_at);

create table import_lines (
  import_id bigint not null references imports on delete cascade,
  line integer not null,
  cells jsonb not null,
  -- null before the import, and for a further line of a recipe
  outcome text check (outcome in ('new', 'changed', 'same', 'refused')),
  name text not null default '',
  record_id bigint,
  -- the values that the import replaced, and the version that it wrote
  before jsonb,
  version integer,
  -- why the row was refused, or why an undo left the record
  problem jsonb,
  left_over boolean not null default false,
  primary key (import_id, line)
);

-- What people chose for a heading, for the next file.
create table import_columns (
  target text not null,
  heading text not null,
  field text,
  primary key (target, heading)
);

-- Lets new customers, providers or products be numbered after a number that an import keeps, unless they are already.
create function public.number_records_after(sequence_name text, given bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext(sequence_name));
  perform setval(sequence_name::regclass, given)
  where given > coalesce(pg_sequence_last_value(sequence_name::regclass), 0);
end $$;
