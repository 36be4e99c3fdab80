-- The number of parcels that the goods of an order were packed into. It is counted at packaging, and 1 until then.
alter table orders add column parcels integer not null default 1;
alter table orders add check (parcels between 1 and 99);
