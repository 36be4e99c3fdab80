-- A barcode stands for one product among those in use. Products that already share one keep it: the first by its number
-- holds it, the others are marked until their barcode is written anew.
alter table products add column barcode_shared boolean not null default false;
update products p set barcode_shared = true
where p.barcode <> '' and exists (select from products o where o.barcode = p.barcode and o.id < p.id);
create index products_barcode on products (barcode) where barcode <> '';
create unique index products_barcode_unique on products (barcode) where barcode <> '' and not barcode_shared;
