-- Invoices of providers that an earlier system booked, imported with everything as it was (C-76): they move no stock, set no cost and never change.
alter table inbound_invoices add column historic boolean not null default false;
-- A hash of what was imported, so that the same import again changes nothing. Null for all other invoices.
alter table inbound_invoices add column import_hash text;
alter table inbound_invoices add constraint inbound_invoices_historic_booked check (not historic or type = 'INBOUND');

-- The earlier system may have stored a number of a provider twice, and both invoices count there, so they are kept. Among the others the
-- database holds each number once, as before (C-51).
drop index inbound_invoices_number;
create unique index inbound_invoices_number on inbound_invoices (provider_id, type, lower(number))
  where type = 'INBOUND' and state <> 'CANCELED' and not historic;
-- A number of history is looked up too, so that the same invoice is not entered again.
create index inbound_invoices_historic_number on inbound_invoices (provider_id, lower(number)) where historic and state <> 'CANCELED';

-- The number and the content that an imported payment had in the earlier system, so that the same import again changes nothing.
alter table payments add column import_id bigint;
alter table payments add column import_hash text;
-- of these the content is not known any more, so their number decides
update payments p set import_id = m.key from moved_in m where m.kind = 'payments' and m.record_id = p.id;
create unique index payments_import on payments (import_id) where import_id is not null;
delete from moved_in where kind = 'payments';
alter table moved_in drop constraint moved_in_kind_check;
alter table moved_in add constraint moved_in_kind_check check (kind = 'loans');
