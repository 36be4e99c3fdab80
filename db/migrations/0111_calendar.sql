-- The calendar reads the records of single days: their number and sum from an index alone, and the first of them in order.

-- deliveries: the status leaves out offers and cancelled orders, and the quantity is added up for the day
drop index orders_delivery;
create index orders_delivery on orders (expected_delivery_at, id) include (status, quantity_e4);

-- a shipment belongs to the day on which it left, and until then to the day on which it was planned
create index shipments_day on shipments ((coalesce(departed_at, created_at)), id);

create index tasks_expected on tasks (expected_at, id) include (section, quantity_e4);

-- cheques by the day on which the bank pays them, those of customers apart from our own
create index payments_cheques on payments (bound, expire_date, id) where type = 'CHECK';
