-- A list of customers with a filter reads the index of their names alone, which has all that the list shows and filters: the filter of a
-- city that many have stops at the first page. Its columns are as long as the form allows, which an entry of the index can hold.
drop index customers_name;
create index customers_name on customers (name collate "und-x-icu", id)
  include (label, vat, phone, phone2, category, city, system);
-- Finds the few customers of a rare filter. Its statistics, which `analyze` computes, tell how rare a filter is.
create index customers_fields on customers using gin (
  fold(name) gin_trgm_ops, fold(label) gin_trgm_ops, fold(vat) gin_trgm_ops, fold(city) gin_trgm_ops, fold(category) gin_trgm_ops,
  (regexp_replace(phone, '[^0-9]', '', 'g') || ' ' || regexp_replace(phone2, '[^0-9]', '', 'g')) gin_trgm_ops);

analyze customers;
