-- The stock of a product at a past moment is the balance of its last movement before that moment, which an index finds. For that
-- the movements of a product stand in the order of their time. Clocks of several servers may differ, and a command may begin
-- before another and end after it. So a movement with an earlier time than the one before it gets that one's time.
alter table products add column moved_at timestamptz;

update stock_movements m set at = ordered.latest
from (select id, at, max(at) over (partition by product_id order by id) as latest from stock_movements) ordered
where ordered.id = m.id and ordered.at < ordered.latest;

update products p set moved_at = m.at
from (select product_id, max(at) as at from stock_movements group by product_id) m where m.product_id = p.id;

drop index stock_movements_product;
create index stock_movements_product on stock_movements (product_id, at desc, id desc);

create or replace function public.apply_stock_movements() returns trigger language plpgsql set enable_seqscan = off as $$
declare wrong bigint[]; balances bigint[]; moments timestamptz[];
begin
  with moved as (
    update public.products p
    set stock_e4 = p.stock_e4 + s.quantity_e4, moved_at = greatest(p.moved_at, s.at), updated_at = now()
    from (select product_id, sum(quantity_e4)::bigint as quantity_e4, max(at) as at from written group by product_id) s
      join public.products earlier on earlier.id = s.product_id
    where p.id = s.product_id
    returning p.id, p.stock_e4, earlier.moved_at)
  select array_agg(id), array_agg(right_e4), array_agg(right_at) into wrong, balances, moments
  from (
    select w.id, w.balance_e4, w.at,
      m.stock_e4 - sum(w.quantity_e4) over (partition by w.product_id order by w.id desc) + w.quantity_e4 as right_e4,
      greatest(m.moved_at, max(w.at) over (partition by w.product_id order by w.id)) as right_at
    from written w join moved m on m.id = w.product_id) given
  where balance_e4 <> right_e4 or at <> right_at;
  if wrong is not null then
    update public.stock_movements m set balance_e4 = f.balance_e4, at = f.at
    from unnest(wrong, balances, moments) f (id, balance_e4, at) where m.id = f.id;
  end if;
  return null;
end $$;
