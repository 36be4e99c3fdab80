-- The parcels that were scanned at the vehicle, and when the vehicle left. An order that goes back to planning stays in its
-- shipment with its outcome, so its parcels stay here too.
create table loaded_parcels (
  shipment_id bigint not null,
  order_id bigint not null,
  parcel integer not null,
  loaded_at timestamp with time zone not null default now(),
  loaded_by text not null,
  check (parcel between 1 and 99),
  primary key (shipment_id, order_id, parcel),
  foreign key (shipment_id, order_id) references shipment_orders (shipment_id, order_id)
);
alter table shipments add column departed_at timestamp with time zone;
