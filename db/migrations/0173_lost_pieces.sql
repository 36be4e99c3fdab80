-- Lost pieces: an order line sells what a customer was lent and did not return. It takes nothing from the stock and closes the loan.

alter table order_lines add column lost boolean not null default false;
-- a lost line takes nothing from the stock, as a service does not
alter table order_lines add constraint order_lines_lost check (service or not lost);
create index order_lines_lost on order_lines (order_id) where lost;

alter table loans drop constraint loans_origin_check;
alter table loans add constraint loans_origin_check check (origin in ('order', 'manual', 'driver', 'laundry', 'sold'));

-- the pieces that customers bought because they did not return them: the company owns them no longer, and no ledger has them
alter table lent_sums add column sold_e4 bigint not null default 0;

create or replace function add_lent_balances() returns trigger language plpgsql as $$
begin
  insert into public.lent_sums (product_id, balance_e4, by_hand_e4, sold_e4)
  select product_id, sum(signed_e4), coalesce(sum(signed_e4) filter (where by_hand), 0), coalesce(-sum(signed_e4) filter (where origin = 'sold'), 0)
  from (
    select product_id, origin, case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end as signed_e4,
      task_id is null and (origin in ('manual', 'driver', 'laundry') or moves_no_stock) as by_hand
    from new_rows where product_id is not null) signed
  group by product_id order by product_id
  on conflict (product_id) do update set balance_e4 = public.lent_sums.balance_e4 + excluded.balance_e4,
    by_hand_e4 = public.lent_sums.by_hand_e4 + excluded.by_hand_e4, sold_e4 = public.lent_sums.sold_e4 + excluded.sold_e4;
  return null;
end $$;
