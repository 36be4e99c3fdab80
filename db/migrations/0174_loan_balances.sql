-- The loan balance of each customer and product, so that the chart of all items, the customers of an item and the list of what
-- customers have since when read what is lent now, and not the loans of all years.

-- Only triggers write it, from rows that refer to customers and products themselves. A merge changes those rows.
create table loan_balances (
  customer_id bigint not null,
  product_id bigint not null,
  balance_e4 bigint not null,
  primary key (customer_id, product_id)
);
create index loan_balances_open on loan_balances (product_id, customer_id) include (balance_e4) where balance_e4 <> 0;

create function add_loan_balances() returns trigger language plpgsql as $$
begin
  insert into public.loan_balances (customer_id, product_id, balance_e4)
  select customer_id, product_id, sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end)
  from new_rows where customer_id is not null and product_id is not null
  group by customer_id, product_id order by customer_id, product_id
  on conflict (customer_id, product_id) do update set balance_e4 = public.loan_balances.balance_e4 + excluded.balance_e4;
  return null;
end $$;
-- Triggers fire by name. This one comes after loans_lent, which locks the sums of the product, so that no two transactions lock
-- both in opposite orders.
create trigger loans_per_customer after insert on loans
  referencing new table as new_rows for each statement execute function add_loan_balances();

-- A merge gives loans another customer.
create function move_loan_balances() returns trigger language plpgsql as $$
begin
  insert into public.loan_balances (customer_id, product_id, balance_e4)
  select customer_id, product_id, sum(e4)
  from (
    select customer_id, product_id, case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end as e4 from new_rows
    union all
    select customer_id, product_id, case bound when 'OUTBOUND' then -quantity_e4 else quantity_e4 end from old_rows) both_rows
  where customer_id is not null and product_id is not null
  group by customer_id, product_id having sum(e4) <> 0 order by customer_id, product_id
  on conflict (customer_id, product_id) do update set balance_e4 = public.loan_balances.balance_e4 + excluded.balance_e4;
  return null;
end $$;
create trigger loans_per_customer_moved after update on loans
  referencing old table as old_rows new table as new_rows for each statement execute function move_loan_balances();

insert into loan_balances (customer_id, product_id, balance_e4)
select customer_id, product_id, sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end)
from loans where customer_id is not null and product_id is not null
group by customer_id, product_id;

-- Records whose names match no customer or no product are summed as they are.
create index loans_by_name_only on loans (product_id) where customer_id is null or product_id is null;
-- The newest loans of an item at a customer, until they cover the balance.
create index loans_lent_last on loans (customer_id, product_id, created_at desc, id desc) include (quantity_e4) where bound = 'OUTBOUND';
