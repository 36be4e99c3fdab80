-- Lists of open orders are sorted by any column. This index contains every column of a sort, so the database sorts all open
-- orders without reading them, and then reads only the rows of the page. Most orders are closed and have no entry here. The
-- address is a part of the key, because the database reads an expression of an index only in the order of the index.
create index orders_open on orders (status, (delivery_address ->> 'address') collate "und-x-icu", id)
  include (created_at, name, label, expected_delivery_at, line_count, products_cents, vat_cents, total_cents, invoiced_on)
  where status not in ('SHIPPED', 'CANCELED', 'FINISHED', 'OFFER-DELETE');
-- The index alone is enough only for pages of the table that a vacuum has marked since their last change. With the usual
-- thresholds a table of a million orders would wait for 200,000 changes, and then skip the indexes.
alter table orders set (autovacuum_vacuum_scale_factor = 0.002, autovacuum_vacuum_threshold = 500, vacuum_index_cleanup = on);
