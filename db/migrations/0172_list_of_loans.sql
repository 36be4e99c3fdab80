-- The list of loan records: searched, filtered and sorted by an index each, and why a return beyond the balance was booked (C-75).

alter table loans add column reason text;
-- until now only the history had the reason
update loans l set reason = left(h.note, 500)
from history h
where h.entity = 'loans' and h.entity_id = l.id and h.note is not null;

alter table loans add column search text generated always as
  (public.fold(customer_name || ' ' || product_name || ' ' || user_name) || ' ' || public.phonetic_key(customer_name || ' ' || product_name || ' ' || user_name)) stored;
create index loans_search on loans using gin (search gin_trgm_ops);

-- each begins with what a filter or sort names and goes on by time, so that a page reads its own rows
create index loans_at on loans (created_at, id);
create index loans_customer_at on loans (customer_id, created_at, id);
create index loans_product_at on loans (product_id, created_at, id);
drop index loans_product;
create index loans_origin_at on loans (origin, bound, created_at, id);
create index loans_by_customer on loans (customer_name collate "und-x-icu", id);
create index loans_by_product on loans (product_name collate "und-x-icu", id);
create index loans_by_quantity on loans (quantity_e4, id);
