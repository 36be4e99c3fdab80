-- Where a product lies, from the large to the small: the part of the store, the floor, the shelf. All three are texts, as people
-- name them. Picking lists are sorted by them.
alter table products add column store_part text not null default '', add column store_floor text not null default '';
