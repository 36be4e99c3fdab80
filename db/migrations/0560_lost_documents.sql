-- Documents and delivery notes that were sent, and that a restore removed or put back to an earlier state.
create table lost_documents (
  id bigint generated always as identity primary key,
  -- no reference: after a restore the order may be missing, and what was sent for it stays sent
  order_id bigint not null,
  kind text not null check (kind in ('invoice', 'credit-note', 'credit-part', 'delivery-note', 'return-note')),
  -- what the service knows of it
  key text not null,
  -- the setting of the way by which it was sent
  way text not null,
  status text not null
    check (status in ('WAITING', 'SENDING', 'UNKNOWN', 'CONFLICT', 'ACKNOWLEDGED', 'FAILED', 'WITHDRAWN')),
  error_code text,
  request jsonb not null,
  series text,
  series_year integer,
  branch integer,
  number bigint,
  mark text,
  uid text,
  authentication_code text,
  qr_url text,
  -- when the last call began that may still arrive
  unclear_since timestamptz,
  settled_by text,
  settled_reason text,
  lost_at timestamptz not null,
  unique nulls not distinct (key, series, series_year, branch, number)
);
create index lost_documents_order on lost_documents (order_id, kind);
create index lost_documents_number on lost_documents (series, series_year, branch, number);
create index lost_documents_mark on lost_documents (mark) where mark is not null;
