-- The search of orders looks at more: what an order sells (goods), the note for the driver, and its amounts.

-- SKUs and names of the lines as they say them and as the products are called now, folded and by sound.
alter table orders add column goods text not null default '';

-- Writes the goods of orders anew. An order whose goods stay as they are is not written.
create function public.keep_order_goods(ids bigint[]) returns void language sql as $$
  update public.orders o set goods = g.goods
  from (
    select wanted.id,
      coalesce(public.fold(string_agg(distinct called.name || ' ' || called.sku, ' '))
        || ' ' || public.phonetic_key(string_agg(distinct called.name, ' ')), '') as goods
    from (select distinct unnest(ids) as id) wanted
    left join (public.order_lines l join public.products p on p.id = l.product_id
      cross join lateral (values (l.name, l.sku), (p.name, p.sku)) called (name, sku)) on l.order_id = wanted.id
    group by wanted.id) g
  where o.id = g.id and o.goods <> g.goods
$$;

create function public.keep_goods_of_new_lines() returns trigger language plpgsql as $$
begin
  perform public.keep_order_goods((select array_agg(distinct order_id) from written));
  return null;
end $$;

create function public.keep_goods_of_old_lines() returns trigger language plpgsql as $$
begin
  perform public.keep_order_goods((select array_agg(distinct order_id) from removed));
  return null;
end $$;

create function public.keep_goods_of_changed_lines() returns trigger language plpgsql as $$
begin
  perform public.keep_order_goods((
    select array_agg(distinct order_id) from (select order_id from written union all select order_id from removed) both_sides));
  return null;
end $$;

create trigger order_lines_keep_goods after insert on order_lines
  referencing new table as written for each statement execute function public.keep_goods_of_new_lines();
create trigger order_lines_keep_goods_changed after update on order_lines
  referencing old table as removed new table as written for each statement execute function public.keep_goods_of_changed_lines();
create trigger order_lines_keep_goods_removed after delete on order_lines
  referencing old table as removed for each statement execute function public.keep_goods_of_old_lines();

-- A product that gets another name or SKU is found by it in every order that is still under way. Orders that have ended
-- keep the name under which they were sold, as their papers do: there may be tens of thousands of them.
create function public.keep_goods_of_product() returns trigger language plpgsql as $$
begin
  perform public.keep_order_goods((
    select array_agg(distinct l.order_id) from public.order_lines l join public.orders o on o.id = l.order_id
    where l.product_id = new.id and o.status not in ('OFFER-DELETE', 'SHIPPED', 'CANCELED', 'FINISHED')));
  return null;
end $$;

create trigger products_keep_goods after update of name, sku on products
  for each row when (old.name <> new.name or old.sku <> new.sku) execute function public.keep_goods_of_product();

select public.keep_order_goods(array(select id from orders));

-- The note for the driver joins what was searched already. Writing the column anew also frees the room of the rows above.
alter table orders drop column search;
alter table orders add column search text generated always as (
  public.fold(name || ' ' || label || ' ' || description || ' ' || driver_note || ' ' || coalesce(delivery_address ->> 'address', '')
    || ' ' || coalesce(delivery_address ->> 'postcode', '') || ' ' || coalesce(delivery_address ->> 'city', ''))
  || ' ' || public.phonetic_key(name || ' ' || label || ' ' || coalesce(delivery_address ->> 'address', '') || ' '
    || coalesce(delivery_address ->> 'city', ''))
) stored;
create index orders_search on orders using gin (search gin_trgm_ops);
create index orders_goods on orders using gin (goods gin_trgm_ops);
create index orders_products on orders (products_cents);
create index orders_total on orders (total_cents);

-- VAT numbers are found by their beginning, however they were written.
create index customers_vat_prefix on customers (plain_vat(vat) text_pattern_ops);
