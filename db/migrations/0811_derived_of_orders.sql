-- What follows from orders, their lines and lent items is kept by triggers that are made from declarations: features/orders/server/derived.ts.

drop trigger order_lines_promise on order_lines;
drop trigger order_lines_promise_changed on order_lines;
drop trigger order_lines_promise_removed on order_lines;
drop trigger order_loans_promise on order_loans;
drop trigger order_loans_promise_changed on order_loans;
drop trigger order_loans_promise_removed on order_loans;
drop trigger orders_promise on orders;
drop function promise_new_lines();
drop function promise_changed_lines();
drop function unpromise_old_lines();
drop function promise_order();

drop trigger order_lines_keep_goods on order_lines;
drop trigger order_lines_keep_goods_changed on order_lines;
drop trigger order_lines_keep_goods_removed on order_lines;
drop trigger products_keep_goods on products;
drop function keep_goods_of_new_lines();
drop function keep_goods_of_changed_lines();
drop function keep_goods_of_old_lines();
drop function keep_goods_of_product();
drop function keep_order_goods(bigint[]);

drop trigger orders_keep_words on orders;
drop trigger orders_keep_changed_words on orders;
drop trigger orders_keep_changed_texts on orders;
drop trigger orders_forget_texts on orders;
drop function keep_words_of_new_orders();
drop function keep_words_of_order();
drop function keep_texts_of_order();

create function public.derive_promised_lines_of_order_lines() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if tg_op <> 'INSERT' then
    delete from public.promised_lines as stored using (select product_id, order_id, false as lent, line_no, quantity_e4 from removed as each_row where not service) as gone
    where stored.product_id = gone.product_id and stored.order_id = gone.order_id and stored.lent = gone.lent and stored.line_no = gone.line_no;
  end if;
  if tg_op <> 'DELETE' then
    insert into public.promised_lines (product_id, order_id, lent, line_no, quantity_e4)
    select line.product_id, line.order_id, line.lent, line.line_no, line.quantity_e4 from (select product_id, order_id, false as lent, line_no, quantity_e4 from added as each_row where not service) as line join public.orders as owner on owner.id = line.order_id
    where public.is_promised(owner.status);
  end if;
  return null;
end $$;

create function public.derive_promised_lines_of_order_loans() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if tg_op <> 'INSERT' then
    delete from public.promised_lines as stored using (select product_id, order_id, true as lent, line_no, quantity_e4 from removed as each_row) as gone
    where stored.product_id = gone.product_id and stored.order_id = gone.order_id and stored.lent = gone.lent and stored.line_no = gone.line_no;
  end if;
  if tg_op <> 'DELETE' then
    insert into public.promised_lines (product_id, order_id, lent, line_no, quantity_e4)
    select line.product_id, line.order_id, line.lent, line.line_no, line.quantity_e4 from (select product_id, order_id, true as lent, line_no, quantity_e4 from added as each_row) as line join public.orders as owner on owner.id = line.order_id
    where public.is_promised(owner.status);
  end if;
  return null;
end $$;

create function public.derive_promised_lines_of_orders() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if public.is_promised(new.status) then
    insert into public.promised_lines (product_id, order_id, lent, line_no, quantity_e4)
    select product_id, order_id, false as lent, line_no, quantity_e4 from public.order_lines as each_row where not service and order_id = new.id
    union all select product_id, order_id, true as lent, line_no, quantity_e4 from public.order_loans as each_row where order_id = new.id;
  else
    delete from public.promised_lines as stored using (select product_id, order_id, false as lent, line_no, quantity_e4 from public.order_lines as each_row where not service and order_id = new.id
    union all select product_id, order_id, true as lent, line_no, quantity_e4 from public.order_loans as each_row where order_id = new.id) as gone
    where stored.product_id = gone.product_id and stored.order_id = gone.order_id and stored.lent = gone.lent and stored.line_no = gone.line_no;
  end if;
  return null;
end $$;

create trigger order_lines_derive_promised_lines after insert on order_lines referencing new table as added for each statement execute function derive_promised_lines_of_order_lines();
create trigger order_lines_derive_promised_lines_changed after update on order_lines referencing old table as removed new table as added for each statement execute function derive_promised_lines_of_order_lines();
create trigger order_lines_derive_promised_lines_removed after delete on order_lines referencing old table as removed for each statement execute function derive_promised_lines_of_order_lines();
create trigger order_loans_derive_promised_lines after insert on order_loans referencing new table as added for each statement execute function derive_promised_lines_of_order_loans();
create trigger order_loans_derive_promised_lines_changed after update on order_loans referencing old table as removed new table as added for each statement execute function derive_promised_lines_of_order_loans();
create trigger order_loans_derive_promised_lines_removed after delete on order_loans referencing old table as removed for each statement execute function derive_promised_lines_of_order_loans();
create trigger orders_derive_promised_lines_changed after update of status on orders for each row when (public.is_promised(old.status) <> public.is_promised(new.status)) execute function derive_promised_lines_of_orders();

create function public.derive_orders_goods(ids bigint[]) returns void language plpgsql as $$
begin
  update public.orders as record set goods = given.right_value
  from (
    select wanted.id, public.goods_key(array_agg(called.name), array_agg(called.sku)) as right_value
    from (select distinct unnest(ids) as id) as wanted
    left join (public.order_lines as each_row join public.products product on product.id = each_row.product_id
    cross join lateral (values (each_row.name, each_row.sku), (product.name, product.sku)) called (name, sku)) on each_row.order_id = wanted.id
    group by wanted.id) as given
  where record.id = given.id and record.goods <> given.right_value;
end $$;

create function public.derive_orders_goods_of_order_lines() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  differing bigint[];
begin
  select array_agg(record.id) into differing
  from (
    select each_row.order_id as id, public.goods_key(array_agg(called.name), array_agg(called.sku)) as right_value
    from added as each_row join public.products product on product.id = each_row.product_id
    cross join lateral (values (each_row.name, each_row.sku), (product.name, product.sku)) called (name, sku)
    group by each_row.order_id) as given
  join public.orders as record on record.id = given.id
  where record.goods <> given.right_value;
  if differing is not null then
    perform public.derive_orders_goods(differing);
  end if;
  return null;
end $$;

create function public.derive_orders_goods_of_old_order_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform public.derive_orders_goods(array(select distinct order_id from removed));
  else
    perform public.derive_orders_goods(array(select order_id from added union select order_id from removed));
  end if;
  return null;
end $$;

create function public.derive_orders_goods_of_products() returns trigger language plpgsql as $$
begin
  perform public.derive_orders_goods(array(
        select distinct l.order_id from public.order_lines l join public.orders o on o.id = l.order_id
        where l.product_id = new.id and o.status <> all(array['SHIPPED', 'FINISHED', 'CANCELED', 'OFFER-DELETE'])));
  return null;
end $$;

create function public.derive_orders_goods_of_orders() returns trigger language plpgsql as $$
begin
  perform public.derive_orders_goods(array(select new.id));
  return null;
end $$;

create trigger order_lines_derive_orders_goods after insert on order_lines referencing new table as added for each statement execute function derive_orders_goods_of_order_lines();
create trigger order_lines_derive_orders_goods_changed after update on order_lines referencing old table as removed new table as added for each statement execute function derive_orders_goods_of_old_order_lines();
create trigger order_lines_derive_orders_goods_removed after delete on order_lines referencing old table as removed for each statement execute function derive_orders_goods_of_old_order_lines();
create trigger products_derive_orders_goods_changed after update of name, sku on products for each row when ((new.name is distinct from old.name or new.sku is distinct from old.sku)) execute function derive_orders_goods_of_products();
create trigger orders_derive_orders_goods_changed after update of status on orders for each row when ((new.status is distinct from old.status) and old.status = any(array['SHIPPED', 'FINISHED', 'CANCELED', 'OFFER-DELETE']) and new.status <> all(array['SHIPPED', 'FINISHED', 'CANCELED', 'OFFER-DELETE'])) execute function derive_orders_goods_of_orders();

create function public.derive_order_texts_of_orders() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if tg_op <> 'INSERT' then
    delete from public.order_texts as stored using (select id, public.words_of(search) as words from (select old.*) as each_row) as gone
    where stored.id = gone.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into public.order_texts (id, words)
    select id, public.words_of(search) as words from (select new.*) as each_row;
  end if;
  return null;
end $$;

create trigger orders_derive_order_texts after insert on orders for each row execute function derive_order_texts_of_orders();
create trigger orders_derive_order_texts_changed after update of id, name, label, description, driver_note, delivery_address on orders for each row when (new.id is distinct from old.id or new.search is distinct from old.search) execute function derive_order_texts_of_orders();
create trigger orders_derive_order_texts_removed after delete on orders for each row execute function derive_order_texts_of_orders();

create function public.derive_order_words_of_orders() returns trigger language plpgsql as $$
begin
  insert into public.order_words (word)
  select unnest(tsvector_to_array(words)) as word from (select new.*) as each_row on conflict do nothing;
  return null;
end $$;

create trigger orders_derive_order_words after insert on orders for each row execute function derive_order_words_of_orders();
create trigger orders_derive_order_words_changed after update of name, label, description, driver_note, delivery_address, goods on orders for each row when (new.words is distinct from old.words) execute function derive_order_words_of_orders();
