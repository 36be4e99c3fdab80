-- A person who looks at the goods that run out asks for what is missing of them. It is part of what is missing, and not added to it.
alter table inbound_invoices drop constraint inbound_invoices_origin_check;
alter table inbound_invoices add constraint inbound_invoices_origin_check
  check (origin in ('TASK', 'ORDER', 'HAND', 'PROGRAM', 'LOW', 'PROPOSAL'));
