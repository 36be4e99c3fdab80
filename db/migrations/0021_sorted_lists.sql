-- Every sort that lists offer has an index that gives its first page. The number breaks ties in the same direction, so that
-- one index serves both directions.

-- orders
drop index orders_status;
create index orders_status on orders (status, id);
-- what waits to be packed, planned or produced, by the day of delivery: walked in that order through all statuses, the
-- orders of all years came first
create index orders_status_delivery on orders (status, expected_delivery_at, id);
create index orders_created on orders (created_at, id);
create index orders_name on orders (name collate "und-x-icu", id);
create index orders_label on orders (label collate "und-x-icu", id);
create index orders_address on orders (((delivery_address ->> 'address')) collate "und-x-icu", id);
create index orders_line_count on orders (line_count, id);
drop index orders_products;
create index orders_products on orders (products_cents, id);
create index orders_vat on orders (vat_cents, id);
drop index orders_total;
create index orders_total on orders (total_cents, id);
drop index orders_invoiced;
create index orders_invoiced on orders (invoiced_on, id);

-- customers
create index customers_phone on customers (phone, id);
create index customers_category on customers (category collate "und-x-icu", id);
create index customers_city on customers (city collate "und-x-icu", id);

-- invoices under way or failed, without those of all years that were accepted
create index accounting_documents_unsettled on accounting_documents (order_id, id) where status <> 'ACKNOWLEDGED';
