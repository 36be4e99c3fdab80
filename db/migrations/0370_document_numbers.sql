-- Numbers of tax documents, without a gap in each series, year and branch.
create table document_series (
  series text not null,
  year integer not null,
  branch integer not null,
  first_number bigint not null,
  last_number bigint not null,
  -- numbers between the first and the last that this installation has never seen, such as those of a lost copy of the data
  skipped bigint not null default 0,
  primary key (series, year, branch),
  check (series <> ''),
  check (first_number >= 1 and last_number >= first_number),
  check (skipped >= 0)
);

create table document_numbers (
  series text not null,
  year integer not null,
  branch integer not null,
  number bigint not null,
  -- no reference: after a restore the order may be missing, and the number stays given out
  order_id bigint not null,
  kind text not null check (kind in ('invoice', 'credit-note')),
  taken_at timestamptz not null default now(),
  -- true once its document was issued
  issued boolean not null default false,
  voided_at timestamptz,
  voided_by text,
  void_reason text,
  primary key (series, year, branch, number),
  check ((voided_at is null) = (voided_by is null) and (voided_at is null) = (void_reason is null)),
  check (not (issued and voided_at is not null))
);
create index document_numbers_order on document_numbers (order_id, kind);
create index document_numbers_open on document_numbers (taken_at) where not issued and voided_at is null;

alter table accounting_documents
  add column series text,
  add column series_year integer,
  add column branch integer,
  add column number bigint;

-- Documents of earlier versions have the number of their order, in series of their own. They stay as they were issued.
update accounting_documents set
  series = request ->> 'series',
  series_year = left(request ->> 'day', 4)::integer,
  branch = coalesce((request -> 'issuer' ->> 'branch')::integer, 0),
  number = (request ->> 'number')::bigint
where request ->> 'series' <> '' and request ->> 'day' ~ '^\d{4}-' and request ->> 'number' ~ '^\d{1,15}$';

create index accounting_documents_number on accounting_documents (series, series_year, branch, number);
create index accounting_documents_by_number on accounting_documents (number) where status = 'ACKNOWLEDGED';
-- one live document for each number
create unique index accounting_documents_live_number on accounting_documents (series, series_year, branch, number)
  where status in ('WAITING', 'SENDING', 'UNKNOWN', 'CONFLICT', 'ACKNOWLEDGED');
