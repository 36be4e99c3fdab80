-- A new order is written together with its goods. Added afterwards by the trigger of its lines, they made a second version
-- of its row, with an entry in each index, and new orders clashed with each other there.

-- Returns the key under which an order is found by its goods, given by what they are called: folded and by sound.
create function public.goods_key(names text[], skus text[]) returns text language plpgsql stable as $$
begin
  return coalesce((
    select public.fold(string_agg(distinct name || ' ' || sku, ' ')) || ' ' || public.phonetic_key(string_agg(distinct name, ' '))
    from unnest(names, skus) called (name, sku)), '');
end $$;

-- Written in plpgsql, which keeps the plans of its statements; in SQL this was planned anew for every order.
create or replace function public.keep_order_goods(ids bigint[]) returns void language plpgsql as $$
begin
  update public.orders o set goods = g.goods
  from (
    select wanted.id, public.goods_key(array_agg(called.name), array_agg(called.sku)) as goods
    from (select distinct unnest(ids) as id) wanted
    left join (public.order_lines l join public.products p on p.id = l.product_id
      cross join lateral (values (l.name, l.sku), (p.name, p.sku)) called (name, sku)) on l.order_id = wanted.id
    group by wanted.id) g
  where o.id = g.id and o.goods <> g.goods;
end $$;
