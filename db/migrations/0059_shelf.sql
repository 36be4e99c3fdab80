-- Where a product lies in the store, as people name it: A2, A10, "cold room". Picking lists are sorted by it.
alter table products add column shelf text not null default '';
