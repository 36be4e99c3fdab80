-- Tasks have photos too. A photo is stored while a product or a record of this table names it.

create table photo_uses (
  key text not null references photos (key),
  -- the kind of record, as the history names it: tasks
  entity text not null,
  entity_id bigint not null,
  primary key (key, entity, entity_id)
);
create index photo_uses_record on photo_uses (entity, entity_id);
