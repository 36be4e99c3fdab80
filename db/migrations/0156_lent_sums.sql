-- The sums behind the lent items of the company, so that showing them costs what lendable products cost and not the ledger of all years.

create table lent_sums (
  product_id bigint primary key references products (id) on delete cascade,
  -- what the ledger of the stock moved to customers and back, and out of the laundry: less than 0 while pieces are away
  moved_e4 bigint not null default 0,
  -- the loan balance of all customers
  balance_e4 bigint not null default 0,
  -- the part of the balance that moved no goods and waits in no laundry: records by hand
  by_hand_e4 bigint not null default 0,
  -- lent pieces that were washed and are broken or missing
  written_off_e4 bigint not null default 0
);

create function add_lent_movements() returns trigger language plpgsql as $$
begin
  insert into public.lent_sums (product_id, moved_e4)
  select product_id, sum(quantity_e4) from new_rows where reason in ('lent', 'lent-restored', 'washed')
  group by product_id order by product_id
  on conflict (product_id) do update set moved_e4 = public.lent_sums.moved_e4 + excluded.moved_e4;
  return null;
end $$;
create trigger stock_movements_lent after insert on stock_movements
  referencing new table as new_rows for each statement execute function add_lent_movements();

create function add_lent_balances() returns trigger language plpgsql as $$
begin
  insert into public.lent_sums (product_id, balance_e4, by_hand_e4)
  select product_id, sum(signed_e4), coalesce(sum(signed_e4) filter (where by_hand), 0)
  from (
    select product_id, case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end as signed_e4,
      task_id is null and (origin <> 'order' or moves_no_stock) as by_hand
    from new_rows where product_id is not null) signed
  group by product_id order by product_id
  on conflict (product_id) do update set balance_e4 = public.lent_sums.balance_e4 + excluded.balance_e4,
    by_hand_e4 = public.lent_sums.by_hand_e4 + excluded.by_hand_e4;
  return null;
end $$;
create trigger loans_lent after insert on loans
  referencing new table as new_rows for each statement execute function add_lent_balances();

-- Pieces of a washing task that belongs to no loan were never counted as lent.
create function add_written_off() returns trigger language plpgsql as $$
begin
  insert into public.lent_sums (product_id, written_off_e4)
  select product_id, sum(quantity_e4)
  from new_rows w where product_id is not null and exists (select from public.loans l where l.task_id = w.task_id)
  group by product_id order by product_id
  on conflict (product_id) do update set written_off_e4 = public.lent_sums.written_off_e4 + excluded.written_off_e4;
  return null;
end $$;
create trigger write_offs_lent after insert on write_offs
  referencing new table as new_rows for each statement execute function add_written_off();

create function take_back_written_off() returns trigger language plpgsql as $$
begin
  update public.lent_sums s set written_off_e4 = s.written_off_e4 - undone.quantity_e4
  from (
    select w.product_id, sum(w.quantity_e4) as quantity_e4
    from new_rows w join old_rows o on o.id = w.id
    where w.undone_at is not null and o.undone_at is null
      and exists (select from public.loans l where l.task_id = w.task_id)
    group by w.product_id) undone
  where s.product_id = undone.product_id;
  return null;
end $$;
create trigger write_offs_undone after update on write_offs
  referencing old table as old_rows new table as new_rows for each statement execute function take_back_written_off();

insert into lent_sums (product_id, moved_e4, balance_e4, by_hand_e4)
select p.id, coalesce(m.e4, 0), coalesce(l.balance_e4, 0), coalesce(l.by_hand_e4, 0)
from products p
left join (
  select product_id, sum(quantity_e4) as e4 from stock_movements where reason in ('lent', 'lent-restored', 'washed') group by product_id
) m on m.product_id = p.id
left join (
  select product_id, sum(signed_e4) as balance_e4, coalesce(sum(signed_e4) filter (where by_hand), 0) as by_hand_e4
  from (
    select product_id, case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end as signed_e4,
      task_id is null and (origin <> 'order' or moves_no_stock) as by_hand
    from loans where product_id is not null) signed
  group by product_id
) l on l.product_id = p.id
where m.e4 is not null or l.balance_e4 is not null;

create index products_lendable on products (id) where lendable;
create index tasks_washing on tasks (taskref, id) where is_open and work = 'LAUNDRY';
