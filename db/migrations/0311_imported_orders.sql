-- A hash of what a program sent when it imported an order, so that the same import again changes nothing. Null for all other orders.
alter table orders add column import_hash text;
