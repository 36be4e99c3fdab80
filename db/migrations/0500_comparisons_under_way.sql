-- Comparisons with the tax office that ask it now, so that no second process asks for the same days.
create table comparisons_under_way (
  from_day date not null,
  to_day date not null,
  begun_at timestamptz not null,
  begun_by text not null,
  primary key (from_day, to_day),
  check (to_day >= from_day)
);
