-- Delivery notes of goods that come back from a stop. A stop has at most one live note for each direction.
alter table delivery_notes add column direction text not null default 'out' check (direction in ('out', 'back'));

drop index delivery_notes_live;
create unique index delivery_notes_live on delivery_notes (shipment_id, stop, direction)
  where status in ('WAITING', 'SENDING', 'UNKNOWN', 'CONFLICT', 'ACKNOWLEDGED');
