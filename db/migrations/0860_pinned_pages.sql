-- The pages that a person has pinned to the top of the menu, and whether the key / alone opens the search.
alter table preferences add column pins jsonb;
alter table preferences add column slash_key boolean;
