-- When the goods left of a note that was issued again, because the one with which they left was refused on the way.
alter table delivery_notes add column left_at timestamptz;
create index delivery_notes_refused on delivery_notes (shipment_id) where status = 'FAILED' and not test and (failure_at is not null or direction = 'back');

-- Orders whose goods came back without the note that they needed, until the office has settled them.
alter table shipment_orders add column return_note_missing boolean not null default false;
create index shipment_orders_return_note_missing on shipment_orders (shipment_id) where return_note_missing;
