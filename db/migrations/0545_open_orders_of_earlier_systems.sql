-- Open orders that move in from an earlier system which had packed them: they move neither stock nor loans here (C-94). An order that is
-- opened again is packed here, so it loses the mark.
alter table orders add column packed_earlier boolean not null default false;
alter table orders add constraint orders_packed_earlier_open check (not (packed_earlier and historic));
-- an earlier system may not have known who packed an order
alter table orders drop constraint orders_check1;
alter table orders add constraint orders_packer_known
  check (status not in ('PACKAGED', 'READY-TO-INVOICE') or packaged_by <> '' or packed_earlier);
