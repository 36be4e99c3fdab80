-- Each movement of stock stores what it costs, with the value and the average cost after it. Movements until now have no cost. Each product
-- in stock gets one row, whose cost is its cost price. The new check of the reasons reads the ledger once: a second for a million movements.

alter table products
  add column stock_value_cents bigint,
  add column average_cost_e8 bigint check (average_cost_e8 >= 0);

alter table stock_movements
  add column cost_cents bigint,
  add column value_cents bigint,
  add column average_cost_e8 bigint,
  drop constraint stock_movements_quantity_e4_check,
  drop constraint stock_movements_reason_check,
  add constraint stock_movements_reason_check check (reason in ('opening', 'packaged', 'lent', 'restored', 'lent-restored', 'returned',
    'produced', 'consumed', 'received', 'counted', 'washed', 'purchased', 'purchase-canceled', 'api', 'opening-cost', 'price-difference')),
  add constraint stock_movements_quantity_e4_check check ((quantity_e4 = 0) = (reason in ('opening-cost', 'price-difference')));

-- Finds the first day with costs.
create index stock_movements_opening_cost on stock_movements (at) where reason = 'opening-cost';

create or replace function apply_stock_movements() returns trigger language plpgsql set enable_seqscan to 'off' as $function$
declare wrong bigint[]; balances bigint[]; worth bigint[]; moments timestamptz[];
begin
  with moved as (
    update public.products p
    set stock_e4 = p.stock_e4 + s.quantity_e4, moved_at = greatest(p.moved_at, s.at), times_left = p.times_left + s.times, updated_at = now(),
      stock_value_cents = case when s.cost_cents is null then p.stock_value_cents else coalesce(p.stock_value_cents, 0) + s.cost_cents end,
      average_cost_e8 = coalesce(s.average_cost_e8, p.average_cost_e8)
    from (
      select product_id, sum(quantity_e4)::bigint as quantity_e4, max(at) as at, sum(cost_cents)::bigint as cost_cents,
        (array_agg(average_cost_e8 order by id desc) filter (where average_cost_e8 is not null))[1] as average_cost_e8,
        count(*) filter (where reason in ('packaged', 'lent') and written.quantity_e4 < 0)::int as times
      from written group by product_id) s
      join public.products earlier on earlier.id = s.product_id
    where p.id = s.product_id
    returning p.id, p.stock_e4, p.stock_value_cents, earlier.moved_at, earlier.stock_value_cents is not null as valued)
  select array_agg(id), array_agg(right_e4), array_agg(right_cents), array_agg(right_at) into wrong, balances, worth, moments
  from (
    select w.id, w.balance_e4, w.value_cents, w.at,
      m.stock_e4 - sum(w.quantity_e4) over later + w.quantity_e4 as right_e4,
      case when m.valued or count(w.cost_cents) over earlier > 0
        then m.stock_value_cents - sum(coalesce(w.cost_cents, 0)) over later + coalesce(w.cost_cents, 0) end as right_cents,
      greatest(m.moved_at, max(w.at) over earlier) as right_at
    from written w join moved m on m.id = w.product_id
    window later as (partition by w.product_id order by w.id desc), earlier as (partition by w.product_id order by w.id)) given
  where balance_e4 <> right_e4 or value_cents is distinct from right_cents or at <> right_at;
  if wrong is not null then
    update public.stock_movements m set balance_e4 = f.balance_e4, value_cents = f.value_cents, at = f.at
    from unnest(wrong, balances, worth, moments) f (id, balance_e4, value_cents, at) where m.id = f.id;
  end if;
  return null;
end $function$;

-- The rows of the opening costs move nothing, so programs that follow the changes of products read none.
alter table stock_movements disable trigger user;
alter table products disable trigger user;
with opened as (
  insert into stock_movements (product_id, quantity_e4, balance_e4, cost_cents, value_cents, average_cost_e8, reason, user_name, at)
  select id, 0, stock_e4, value, value, cost_price_e4 * 10000, 'opening-cost', 'Kerino', greatest(now(), moved_at)
  from (
    select *, greatest(least(round(stock_e4::numeric * cost_price_e4 / 1000000), 100000000000), -100000000000)::bigint as value
    from products where stock_e4 <> 0 and cost_price_e4 > 0) in_stock
  returning product_id, value_cents, average_cost_e8)
update products p set stock_value_cents = o.value_cents, average_cost_e8 = o.average_cost_e8 from opened o where p.id = o.product_id;
alter table products enable trigger user;
alter table stock_movements enable trigger user;

alter table stock_check_differences
  drop constraint stock_check_differences_kind_check,
  add constraint stock_check_differences_kind_check check (kind in ('LEDGER', 'VALUE', 'LOANS', 'PROMISES'));
