-- What an accounting document needs so that another customer's document is never taken as its own, and so that a person
-- can end a document of which the accounting service says nothing clear.

-- When the last call left that the service may still book; null when it was answered clearly or never left.
alter table accounting_documents add column unclear_since timestamptz;
update accounting_documents set unclear_since = updated_at where status in ('SENDING', 'UNKNOWN');
-- Who settled it by hand, and why; null when the service did.
alter table accounting_documents add column settled_by text;
alter table accounting_documents add column settled_reason text;
alter table accounting_documents
  add constraint accounting_documents_settled_check check ((settled_by is null) = (settled_reason is null));

-- CONFLICT: the service holds something else than what was sent; a person decides.
alter table accounting_documents drop constraint accounting_documents_status_check;
alter table accounting_documents add constraint accounting_documents_status_check
  check (status in ('WAITING', 'SENDING', 'UNKNOWN', 'CONFLICT', 'ACKNOWLEDGED', 'FAILED'));
drop index accounting_documents_live;
create unique index accounting_documents_live on accounting_documents (order_id, kind)
  where status in ('WAITING', 'SENDING', 'UNKNOWN', 'CONFLICT', 'ACKNOWLEDGED');
create index accounting_documents_mark on accounting_documents (mark) where mark is not null;

-- Tells this installation from others on the same subscription of the accounting service. Keys of earlier documents stay
-- as they are and are asked for as they are.
insert into settings (name, value)
values ('installation', to_jsonb(left(replace(gen_random_uuid()::text, '-', ''), 12)))
on conflict (name) do nothing;
