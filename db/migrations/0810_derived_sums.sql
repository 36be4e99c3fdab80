-- Tables of sums are kept by triggers that are made from declarations: features/loans, laundry, payments and reports, server/derived.ts.

drop trigger loans_per_customer on loans;
drop trigger loans_per_customer_moved on loans;
drop trigger loans_lent on loans;
drop trigger stock_movements_lent on stock_movements;
drop trigger write_offs_lent on write_offs;
drop trigger write_offs_undone on write_offs;
drop trigger counted_goods_added on counted_goods;
drop trigger counted_goods_removed on counted_goods;
drop trigger postings_commission on postings;
drop trigger postings_commission_ended on postings;
drop function add_loan_balances();
drop function move_loan_balances();
drop function add_lent_balances();
drop function add_lent_movements();
drop function add_written_off();
drop function take_back_written_off();
drop function append_goods_changes();
drop function append_commission_change();

create function public.derive_loan_balances_of_loans() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into public.loan_balances (customer_id, product_id, balance_e4)
    select customer_id, product_id, sum(balance_e4)
    from (select customer_id, product_id, case each_row.bound when 'OUTBOUND' then each_row.quantity_e4 else -each_row.quantity_e4 end as balance_e4 from added as each_row where customer_id is not null and product_id is not null) as summed
    group by 1, 2 order by 1, 2
    on conflict (customer_id, product_id) do update set balance_e4 = public.loan_balances.balance_e4 + excluded.balance_e4;
  elsif tg_op = 'DELETE' then
    insert into public.loan_balances (customer_id, product_id, balance_e4)
    select customer_id, product_id, sum(balance_e4)
    from (select customer_id, product_id, -(case each_row.bound when 'OUTBOUND' then each_row.quantity_e4 else -each_row.quantity_e4 end) as balance_e4 from removed as each_row where customer_id is not null and product_id is not null) as summed
    group by 1, 2 order by 1, 2
    on conflict (customer_id, product_id) do update set balance_e4 = public.loan_balances.balance_e4 + excluded.balance_e4;
  else
    insert into public.loan_balances (customer_id, product_id, balance_e4)
    select customer_id, product_id, sum(balance_e4)
    from (select customer_id, product_id, case each_row.bound when 'OUTBOUND' then each_row.quantity_e4 else -each_row.quantity_e4 end as balance_e4 from added as each_row where customer_id is not null and product_id is not null
      union all select customer_id, product_id, -(case each_row.bound when 'OUTBOUND' then each_row.quantity_e4 else -each_row.quantity_e4 end) as balance_e4 from removed as each_row where customer_id is not null and product_id is not null) as summed
    group by 1, 2 having sum(balance_e4) <> 0 order by 1, 2
    on conflict (customer_id, product_id) do update set balance_e4 = public.loan_balances.balance_e4 + excluded.balance_e4;
  end if;
  return null;
end $$;

create trigger loans_derive_loan_balances after insert on loans referencing new table as added for each statement execute function derive_loan_balances_of_loans();
create trigger loans_derive_loan_balances_changed after update on loans referencing old table as removed new table as added for each statement execute function derive_loan_balances_of_loans();
create trigger loans_derive_loan_balances_removed after delete on loans referencing old table as removed for each statement execute function derive_loan_balances_of_loans();

create function public.derive_commission_months_of_postings() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into public.commission_changes (salesperson_id, day, earned_cents, paid_cents)
    select salesperson_id, day, sum(earned_cents), sum(paid_cents)
    from (select salesperson_id, day, case source when 'order' then commission_cents else 0 end as earned_cents, case source when 'payment' then total_cents else 0 end as paid_cents from (select new.*) as each_row where each_row.salesperson_id is not null and each_row.ended_at is null) as summed
    group by 1, 2 order by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into public.commission_changes (salesperson_id, day, earned_cents, paid_cents)
    select salesperson_id, day, sum(earned_cents), sum(paid_cents)
    from (select salesperson_id, day, -(case source when 'order' then commission_cents else 0 end) as earned_cents, -(case source when 'payment' then total_cents else 0 end) as paid_cents from (select old.*) as each_row where each_row.salesperson_id is not null and each_row.ended_at is null) as summed
    group by 1, 2 order by 1, 2;
  else
    insert into public.commission_changes (salesperson_id, day, earned_cents, paid_cents)
    select salesperson_id, day, sum(earned_cents), sum(paid_cents)
    from (select salesperson_id, day, case source when 'order' then commission_cents else 0 end as earned_cents, case source when 'payment' then total_cents else 0 end as paid_cents from (select new.*) as each_row where each_row.salesperson_id is not null and each_row.ended_at is null
      union all select salesperson_id, day, -(case source when 'order' then commission_cents else 0 end) as earned_cents, -(case source when 'payment' then total_cents else 0 end) as paid_cents from (select old.*) as each_row where each_row.salesperson_id is not null and each_row.ended_at is null) as summed
    group by 1, 2 having sum(earned_cents) <> 0 or sum(paid_cents) <> 0 order by 1, 2;
  end if;
  return null;
end $$;

create trigger postings_derive_commission_months after insert on postings for each row when (new.salesperson_id is not null and new.ended_at is null) execute function derive_commission_months_of_postings();
create trigger postings_derive_commission_months_changed after update on postings for each row when ((old.salesperson_id is not null and old.ended_at is null) or (new.salesperson_id is not null and new.ended_at is null)) execute function derive_commission_months_of_postings();
create trigger postings_derive_commission_months_removed after delete on postings for each row when (old.salesperson_id is not null and old.ended_at is null) execute function derive_commission_months_of_postings();

create function public.derive_lent_sums_of_loans() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into public.lent_sums (product_id, balance_e4, by_hand_e4, sold_e4)
    select product_id, sum(balance_e4), sum(by_hand_e4), sum(sold_e4)
    from (select product_id, case each_row.bound when 'OUTBOUND' then each_row.quantity_e4 else -each_row.quantity_e4 end as balance_e4, case when task_id is null and (origin in ('manual', 'driver', 'laundry') or moves_no_stock) then case each_row.bound when 'OUTBOUND' then each_row.quantity_e4 else -each_row.quantity_e4 end else 0 end as by_hand_e4, case when origin = 'sold' then -(case each_row.bound when 'OUTBOUND' then each_row.quantity_e4 else -each_row.quantity_e4 end) else 0 end as sold_e4 from added as each_row where product_id is not null) as summed
    group by 1 order by 1
    on conflict (product_id) do update set balance_e4 = public.lent_sums.balance_e4 + excluded.balance_e4, by_hand_e4 = public.lent_sums.by_hand_e4 + excluded.by_hand_e4, sold_e4 = public.lent_sums.sold_e4 + excluded.sold_e4;
  elsif tg_op = 'DELETE' then
    insert into public.lent_sums (product_id, balance_e4, by_hand_e4, sold_e4)
    select product_id, sum(balance_e4), sum(by_hand_e4), sum(sold_e4)
    from (select product_id, -(case each_row.bound when 'OUTBOUND' then each_row.quantity_e4 else -each_row.quantity_e4 end) as balance_e4, -(case when task_id is null and (origin in ('manual', 'driver', 'laundry') or moves_no_stock) then case each_row.bound when 'OUTBOUND' then each_row.quantity_e4 else -each_row.quantity_e4 end else 0 end) as by_hand_e4, -(case when origin = 'sold' then -(case each_row.bound when 'OUTBOUND' then each_row.quantity_e4 else -each_row.quantity_e4 end) else 0 end) as sold_e4 from removed as each_row where product_id is not null) as summed
    group by 1 order by 1
    on conflict (product_id) do update set balance_e4 = public.lent_sums.balance_e4 + excluded.balance_e4, by_hand_e4 = public.lent_sums.by_hand_e4 + excluded.by_hand_e4, sold_e4 = public.lent_sums.sold_e4 + excluded.sold_e4;
  else
    insert into public.lent_sums (product_id, balance_e4, by_hand_e4, sold_e4)
    select product_id, sum(balance_e4), sum(by_hand_e4), sum(sold_e4)
    from (select product_id, case each_row.bound when 'OUTBOUND' then each_row.quantity_e4 else -each_row.quantity_e4 end as balance_e4, case when task_id is null and (origin in ('manual', 'driver', 'laundry') or moves_no_stock) then case each_row.bound when 'OUTBOUND' then each_row.quantity_e4 else -each_row.quantity_e4 end else 0 end as by_hand_e4, case when origin = 'sold' then -(case each_row.bound when 'OUTBOUND' then each_row.quantity_e4 else -each_row.quantity_e4 end) else 0 end as sold_e4 from added as each_row where product_id is not null
      union all select product_id, -(case each_row.bound when 'OUTBOUND' then each_row.quantity_e4 else -each_row.quantity_e4 end) as balance_e4, -(case when task_id is null and (origin in ('manual', 'driver', 'laundry') or moves_no_stock) then case each_row.bound when 'OUTBOUND' then each_row.quantity_e4 else -each_row.quantity_e4 end else 0 end) as by_hand_e4, -(case when origin = 'sold' then -(case each_row.bound when 'OUTBOUND' then each_row.quantity_e4 else -each_row.quantity_e4 end) else 0 end) as sold_e4 from removed as each_row where product_id is not null) as summed
    group by 1 having sum(balance_e4) <> 0 or sum(by_hand_e4) <> 0 or sum(sold_e4) <> 0 order by 1
    on conflict (product_id) do update set balance_e4 = public.lent_sums.balance_e4 + excluded.balance_e4, by_hand_e4 = public.lent_sums.by_hand_e4 + excluded.by_hand_e4, sold_e4 = public.lent_sums.sold_e4 + excluded.sold_e4;
  end if;
  return null;
end $$;

create function public.derive_lent_sums_of_stock_movements() returns trigger language plpgsql as $$
begin
    insert into public.lent_sums (product_id, moved_e4)
    select product_id, sum(moved_e4)
    from (select product_id, quantity_e4 as moved_e4 from added as each_row where reason in ('lent', 'lent-restored', 'washed')) as summed
    group by 1 order by 1
    on conflict (product_id) do update set moved_e4 = public.lent_sums.moved_e4 + excluded.moved_e4;
  return null;
end $$;

create function public.derive_lent_sums_of_write_offs() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into public.lent_sums (product_id, written_off_e4)
    select product_id, sum(written_off_e4)
    from (select product_id, quantity_e4 as written_off_e4 from added as each_row where product_id is not null and undone_at is null
        and exists (select from public.loans lent where lent.task_id = each_row.task_id)) as summed
    group by 1 order by 1
    on conflict (product_id) do update set written_off_e4 = public.lent_sums.written_off_e4 + excluded.written_off_e4;
  elsif tg_op = 'DELETE' then
    insert into public.lent_sums (product_id, written_off_e4)
    select product_id, sum(written_off_e4)
    from (select product_id, -(quantity_e4) as written_off_e4 from removed as each_row where product_id is not null and undone_at is null
        and exists (select from public.loans lent where lent.task_id = each_row.task_id)) as summed
    group by 1 order by 1
    on conflict (product_id) do update set written_off_e4 = public.lent_sums.written_off_e4 + excluded.written_off_e4;
  else
    insert into public.lent_sums (product_id, written_off_e4)
    select product_id, sum(written_off_e4)
    from (select product_id, quantity_e4 as written_off_e4 from added as each_row where product_id is not null and undone_at is null
        and exists (select from public.loans lent where lent.task_id = each_row.task_id)
      union all select product_id, -(quantity_e4) as written_off_e4 from removed as each_row where product_id is not null and undone_at is null
        and exists (select from public.loans lent where lent.task_id = each_row.task_id)) as summed
    group by 1 having sum(written_off_e4) <> 0 order by 1
    on conflict (product_id) do update set written_off_e4 = public.lent_sums.written_off_e4 + excluded.written_off_e4;
  end if;
  return null;
end $$;

create trigger loans_derive_lent_sums after insert on loans referencing new table as added for each statement execute function derive_lent_sums_of_loans();
create trigger loans_derive_lent_sums_changed after update on loans referencing old table as removed new table as added for each statement execute function derive_lent_sums_of_loans();
create trigger loans_derive_lent_sums_removed after delete on loans referencing old table as removed for each statement execute function derive_lent_sums_of_loans();
create trigger stock_movements_derive_lent_sums after insert on stock_movements referencing new table as added for each statement execute function derive_lent_sums_of_stock_movements();
create trigger write_offs_derive_lent_sums after insert on write_offs referencing new table as added for each statement execute function derive_lent_sums_of_write_offs();
create trigger write_offs_derive_lent_sums_changed after update on write_offs referencing old table as removed new table as added for each statement execute function derive_lent_sums_of_write_offs();
create trigger write_offs_derive_lent_sums_removed after delete on write_offs referencing old table as removed for each statement execute function derive_lent_sums_of_write_offs();

create function public.derive_goods_months_of_counted_goods() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into public.goods_changes (source, day, product_id, quantity_e4, net_cents, vat_cents, cost_cents)
    select source, day, product_id, sum(quantity_e4), sum(net_cents), sum(vat_cents), sum(cost_cents)
    from (select source, day, product_id, quantity_e4, net_cents, vat_cents, cost_cents from added as each_row) as summed
    group by 1, 2, 3 order by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into public.goods_changes (source, day, product_id, quantity_e4, net_cents, vat_cents, cost_cents)
    select source, day, product_id, sum(quantity_e4), sum(net_cents), sum(vat_cents), sum(cost_cents)
    from (select source, day, product_id, -(quantity_e4) as quantity_e4, -(net_cents) as net_cents, -(vat_cents) as vat_cents, -(cost_cents) as cost_cents from removed as each_row) as summed
    group by 1, 2, 3 order by 1, 2, 3;
  else
    insert into public.goods_changes (source, day, product_id, quantity_e4, net_cents, vat_cents, cost_cents)
    select source, day, product_id, sum(quantity_e4), sum(net_cents), sum(vat_cents), sum(cost_cents)
    from (select source, day, product_id, quantity_e4, net_cents, vat_cents, cost_cents from added as each_row
      union all select source, day, product_id, -(quantity_e4) as quantity_e4, -(net_cents) as net_cents, -(vat_cents) as vat_cents, -(cost_cents) as cost_cents from removed as each_row) as summed
    group by 1, 2, 3 having sum(quantity_e4) <> 0 or sum(net_cents) <> 0 or sum(vat_cents) <> 0 or sum(cost_cents) <> 0 order by 1, 2, 3;
  end if;
  return null;
end $$;

create trigger counted_goods_derive_goods_months after insert on counted_goods referencing new table as added for each statement execute function derive_goods_months_of_counted_goods();
create trigger counted_goods_derive_goods_months_changed after update on counted_goods referencing old table as removed new table as added for each statement execute function derive_goods_months_of_counted_goods();
create trigger counted_goods_derive_goods_months_removed after delete on counted_goods referencing old table as removed for each statement execute function derive_goods_months_of_counted_goods();
