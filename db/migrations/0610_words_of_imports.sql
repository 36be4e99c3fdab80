-- What a person said that a text of a field is, such as a unit, for the next file of that kind. Without a value its cells are left out.
create table import_words (
  target text not null,
  field text not null,
  text text not null,
  value text,
  primary key (target, field, text)
);
