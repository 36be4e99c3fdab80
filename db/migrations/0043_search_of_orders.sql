-- The search texts of orders, in a table that is only written when a text changes. Each status change writes a new version of the
-- row of an order, with an entry in each index. Most of these entries were those of the trigram index of the search text. Since the
-- index of words (migration 0037) only the search of everything and filters of programs need it.

create table order_search (
  order_id bigint primary key,
  -- as in the order
  search text not null
);
insert into order_search select id, search from orders;
create index order_search_fragments on order_search using gin (search gin_trgm_ops);
drop index orders_search;

create function public.keep_search_of_new_orders() returns trigger language plpgsql as $$
begin
  insert into public.order_search select id, search from written;
  return null;
end $$;

create function public.keep_search_of_order() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  delete from public.order_search where order_id = old.id;
  if tg_op = 'UPDATE' then
    insert into public.order_search values (new.id, new.search);
  end if;
  return null;
end $$;

create trigger orders_keep_search after insert on orders
  referencing new table as written for each statement execute function public.keep_search_of_new_orders();
create trigger orders_keep_changed_search after update of id, name, label, description, driver_note, delivery_address on orders
  for each row when (old.id <> new.id or old.search <> new.search) execute function public.keep_search_of_order();
create trigger orders_forget_search after delete on orders
  for each row execute function public.keep_search_of_order();
