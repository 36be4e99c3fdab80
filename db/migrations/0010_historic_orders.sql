-- Orders that were finished before this system began, imported by an administrator with everything as it was (C-76).
alter table orders add column historic boolean not null default false;
-- what an old system computed is kept, also where it does not add up or says less than today's orders must
alter table orders drop constraint orders_check;
alter table orders add constraint orders_totals_add_up check (historic or total_cents = products_cents + vat_cents);
alter table orders drop constraint orders_check2;
alter table orders add constraint orders_invoice_mode_known
  check (historic or status not in ('INVOICED', 'ON SHIPPING', 'SHIPPED') or invoice_mode is not null);
alter table orders add constraint orders_historic_ended check (not historic or status in ('SHIPPED', 'CANCELED', 'FINISHED'));
