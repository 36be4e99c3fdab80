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

-- One function tells every process of changed accounts, sessions, rights and keys. Its triggers are made from declarations: features/users,
-- sections and keys, server/derived.ts.

drop trigger sessions_tell_end on sessions;
drop trigger sessions_tell_removal on sessions;
drop trigger users_tell_change on users;
drop trigger role_rights_tell on role_rights;
drop trigger settings_tell_sign_in on settings;
drop trigger api_keys_tell_change on api_keys;
drop trigger sections_tell_account on sections;
drop trigger sections_tell_new_account on sections;
drop function tell_session_change();
drop function tell_account_change();
drop function tell_changed_rights();
drop function tell_sign_in_settings();
drop function tell_key_change();
drop function tell_section_account();

create function public.tell_access() returns trigger language plpgsql as $$
begin
  -- a branch is only compiled for tables whose trigger takes it
  if tg_argv[0] in ('user', 'session') then
    perform pg_catalog.pg_notify('kerino', 'access|' || tg_argv[0] || ':' || old.id);
  else
    perform pg_catalog.pg_notify('kerino', 'access|' || tg_argv[0]);
  end if;
  return null;
end $$;

create trigger sessions_tell_access_changed after update of ended_at, expires_at, locked_at on sessions for each row when (new.ended_at is distinct from old.ended_at or new.expires_at < old.expires_at or new.locked_at is distinct from old.locked_at) execute function tell_access('session');
create trigger sessions_tell_access_removed after delete on sessions for each row execute function tell_access('session');

create trigger users_tell_access_changed after update of role, status, first_name, username, factor_since on users for each row when (new.role is distinct from old.role or new.status is distinct from old.status or new.first_name is distinct from old.first_name
      or new.username is distinct from old.username or (new.factor_since is null) is distinct from (old.factor_since is null)) execute function tell_access('user');

create trigger role_rights_tell_access_changed after update of changes on role_rights for each row when (new.changes is distinct from old.changes) execute function tell_access('*');

create trigger settings_tell_access after insert on settings for each row when (new.name = 'sign-in') execute function tell_access('*');
create trigger settings_tell_access_changed after update of name, value on settings for each row when (new.name = 'sign-in') execute function tell_access('*');

create trigger api_keys_tell_access_changed after update on api_keys for each row execute function tell_access('keys');
create trigger api_keys_tell_access_removed after delete on api_keys for each row execute function tell_access('keys');

create trigger sections_tell_access after insert on sections for each row when (new.account_name is not null) execute function tell_access('*');
create trigger sections_tell_access_changed after update of account_name, aliases on sections for each row when (new.account_name is distinct from old.account_name or new.aliases is distinct from old.aliases) execute function tell_access('*');

-- What the nightly comparison of derived tables with their rows found (server/derived/prove.ts).
create table derived_differences (
  id bigint generated always as identity primary key,
  name text not null unique,
  differing bigint not null,
  first text not null,
  found_at timestamptz not null
);
