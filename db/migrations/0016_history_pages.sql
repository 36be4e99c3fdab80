-- A history is read by pages of the entries that say something. Movements used to leave empty ones, by the thousand at a
-- product that is packed every day; they stay in the table and out of the index.
drop index history_entity;
create index history_told on history (entity, entity_id, id desc) where changes <> '{}'::jsonb or note is not null;
