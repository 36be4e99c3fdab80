-- The words of an order's own texts (name, label, notes and address) without those of its goods, each once, in a table that only a
-- changed text writes. The search of everything and filters of programs by a part of the name ask it, because the goods of thousands
-- of orders have the words of a product. It takes the place of the search texts of migration 0043, whose trigram index had ten times
-- as many entries for a new order.

create table order_texts (
  id bigint primary key,
  words tsvector not null
);
insert into order_texts select id, public.words_of(search) from orders;
create index order_texts_words on order_texts using gin (words);
-- without statistics the database expects that any word is rare
analyze order_texts;

drop trigger orders_keep_search on orders;
drop trigger orders_keep_changed_search on orders;
drop trigger orders_forget_search on orders;
drop function public.keep_search_of_new_orders();
drop function public.keep_search_of_order();
drop table order_search;

-- as in migration 0037, with the words of the texts
create or replace function public.keep_words_of_new_orders() returns trigger language plpgsql as $$
begin
  insert into public.order_words
  select distinct unnest(tsvector_to_array(words)) from written on conflict do nothing;
  insert into public.order_texts select id, public.words_of(search) from written;
  return null;
end $$;

create function public.keep_texts_of_order() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  delete from public.order_texts where id = old.id;
  if tg_op = 'UPDATE' then
    insert into public.order_texts values (new.id, public.words_of(new.search));
  end if;
  return null;
end $$;

create trigger orders_keep_changed_texts after update of id, name, label, description, driver_note, delivery_address on orders
  for each row when (old.id <> new.id or old.search <> new.search) execute function public.keep_texts_of_order();
create trigger orders_forget_texts after delete on orders
  for each row execute function public.keep_texts_of_order();
