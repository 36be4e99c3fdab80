-- What is open of each charge of a customer, with the days after which the customer pays. Only a job writes this table, from what
-- debt_changes names; lists read the customers of debt_changes from their documents instead (docs/decisions/0073-open-debts-and-reminders.md).
create table open_debts (
  customer_id bigint not null,
  kind text not null check (kind in ('order', 'opening', 'received', 'refunded')),
  document_id bigint not null,
  day date not null,
  payment_days int,
  open_cents bigint not null check (open_cents > 0),
  primary key (customer_id, kind, document_id)
);
create index open_debts_by_day on open_debts (day) include (customer_id, kind, document_id, payment_days, open_cents);

-- The customers whose open debts may have changed since the job ran. Every change appends a row, so no two commands write the same one.
create table debt_changes (
  id bigint generated always as identity primary key,
  customer_id bigint not null
);
create index debt_changes_of_customer on debt_changes (customer_id);

create function append_debt_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.customer_id is not null then
    insert into public.debt_changes (customer_id) values (old.customer_id);
  end if;
  if tg_op <> 'DELETE' and new.customer_id is not null and (tg_op = 'INSERT' or new.customer_id is distinct from old.customer_id) then
    insert into public.debt_changes (customer_id) values (new.customer_id);
  end if;
  return null;
end $$;

create trigger orders_debt_inserted after insert on orders for each row when (new.status = 'SHIPPED')
  execute function append_debt_change();
create trigger orders_debt_deleted after delete on orders for each row when (old.status = 'SHIPPED')
  execute function append_debt_change();
create trigger orders_debt_changed after update of status, customer_id, total_cents, invoiced_on, shipped_on, created_at on orders
  for each row when ((old.status = 'SHIPPED' or new.status = 'SHIPPED')
    and (old.status, old.customer_id, old.total_cents, old.invoiced_on, old.shipped_on, old.created_at)
      is distinct from (new.status, new.customer_id, new.total_cents, new.invoiced_on, new.shipped_on, new.created_at))
  execute function append_debt_change();
create trigger payments_debt_inserted after insert on payments for each row when (new.customer_id is not null)
  execute function append_debt_change();
create trigger payments_debt_deleted after delete on payments for each row when (old.customer_id is not null)
  execute function append_debt_change();
create trigger payments_debt_changed after update of customer_id, amount_cents, bound, date, cancels_id on payments
  for each row when ((old.customer_id, old.amount_cents, old.bound, old.date, old.cancels_id)
    is distinct from (new.customer_id, new.amount_cents, new.bound, new.date, new.cancels_id))
  execute function append_debt_change();
create trigger opening_balances_debt_changed after insert or update or delete on opening_balances for each row
  execute function append_debt_change();

-- A customer who gets other terms owes the same on other days.
create function append_debt_terms() returns trigger language plpgsql as $$
begin
  insert into public.debt_changes (customer_id) values (new.id);
  return null;
end $$;
create trigger customers_debt_terms after update of payment_days on customers
  for each row when (old.payment_days is distinct from new.payment_days) execute function append_debt_terms();

create function append_debt_match() returns trigger language plpgsql as $$
begin
  insert into public.debt_changes (customer_id)
    select customer_id from public.payments
    where id = case tg_op when 'DELETE' then old.payment_id else new.payment_id end and customer_id is not null;
  return null;
end $$;
create trigger payment_matches_debt_changed after insert or update or delete on payment_matches for each row
  execute function append_debt_match();

insert into debt_changes (customer_id)
  select customer_id from orders where status = 'SHIPPED'
  union select customer_id from payments where customer_id is not null
  union select customer_id from opening_balances where customer_id is not null;
