-- The words by which an order is found, each once. The trigram index of the goods had some hundred entries for an order, and
-- read most of its pages for an SKU. The index of the words has fifty, and reads only those of the searched words.

-- Returns the words of a text. A word may have 2,046 bytes; of a longer one the beginning is kept.
create function public.words_of(value text) returns tsvector language plpgsql immutable strict parallel safe as $$
declare found text[] := array_remove(string_to_array(translate(value, E'\n\r\t', '   '), ' '), '');
begin
  if octet_length(value) <= 2046 then
    return array_to_tsvector(found);
  end if;
  return array_to_tsvector(array(select left(word, 500) from unnest(found) word));
end $$;

drop index orders_goods;
-- The same text as in the columns search and goods.
alter table orders add column words tsvector not null generated always as (public.words_of(
  goods || ' ' || public.fold(name || ' ' || label || ' ' || description || ' ' || driver_note || ' '
    || coalesce(delivery_address ->> 'address', '') || ' ' || coalesce(delivery_address ->> 'postcode', '') || ' '
    || coalesce(delivery_address ->> 'city', ''))
  || ' ' || public.phonetic_key(name || ' ' || label || ' ' || coalesce(delivery_address ->> 'address', '') || ' '
    || coalesce(delivery_address ->> 'city', '')))) stored;
-- a search compares the words of many orders, so they are not compressed
alter table orders alter column words set storage main;
create index orders_words on orders using gin (words);

-- Every word of any order, so that a search finds the words that contain a fragment. Words are never removed: one that no
-- order has any more finds none.
create table order_words (word text primary key);
create index order_words_fragments on order_words using gin (word gin_trgm_ops);
insert into order_words select distinct unnest(tsvector_to_array(words)) from orders;

create function public.keep_words_of_new_orders() returns trigger language plpgsql as $$
begin
  insert into public.order_words
  select distinct unnest(tsvector_to_array(words)) from written on conflict do nothing;
  return null;
end $$;

create function public.keep_words_of_order() returns trigger language plpgsql as $$
begin
  insert into public.order_words select unnest(tsvector_to_array(new.words)) on conflict do nothing;
  return null;
end $$;

create trigger orders_keep_words after insert on orders
  referencing new table as written for each statement execute function public.keep_words_of_new_orders();
create trigger orders_keep_changed_words after update of name, label, description, driver_note, delivery_address, goods on orders
  for each row when (old.words is distinct from new.words) execute function public.keep_words_of_order();
