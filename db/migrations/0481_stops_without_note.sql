-- Stops that were closed although their goods needed a delivery note and had none, until the office has settled them.
alter table shipment_orders add column note_missing boolean not null default false;
create index shipment_orders_note_missing on shipment_orders (shipment_id) where note_missing;
