-- A count of a shelf says which one: shelf 3 in the yard is not shelf 3 in the hall. Null means the shelves of that name everywhere, as
-- before, and as programs ask for them that know only the shelf.
alter table counts add column store_part text;
alter table counts add column store_floor text;
