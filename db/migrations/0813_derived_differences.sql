-- What the nightly comparison of derived tables with their rows found (server/derived/prove.ts).
create table derived_differences (
  id bigint generated always as identity primary key,
  name text not null unique,
  differing bigint not null,
  first text not null,
  found_at timestamptz not null
);
