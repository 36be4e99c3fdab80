-- Services: products without stock, such as transport. A line of one counts in the totals, the invoice and the reports of an
-- order, and takes nothing from the stock.

alter table products add column service boolean not null default false;
-- what is lent comes back to a shelf, and a service has none
alter table products add constraint products_service_has_no_stock check (not service or (stock_e4 = 0 and not lendable));

-- A line keeps what its product was on the day it was written, like its name and VAT.
alter table order_lines add column service boolean not null default false;

-- What orders take from the stock: without services.
create or replace view order_goods as
  select order_id, product_id, name, quantity_e4, false as lent from order_lines where not service
  union all
  select order_id, product_id, name, quantity_e4, true as lent from order_loans;

-- The lines of an order that waits are promised, except services. Lines and loans share these functions, and loans have
-- no column `service`, so the trigger says which rows to take.
create or replace function public.promise_new_lines() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if tg_argv[0]::boolean then
    insert into public.promised_lines (product_id, order_id, lent, line_no, quantity_e4)
    select w.product_id, w.order_id, true, w.line_no, w.quantity_e4
    from written w join public.orders o on o.id = w.order_id where public.is_promised(o.status);
  else
    insert into public.promised_lines (product_id, order_id, lent, line_no, quantity_e4)
    select w.product_id, w.order_id, false, w.line_no, w.quantity_e4
    from written w join public.orders o on o.id = w.order_id where public.is_promised(o.status) and not w.service;
  end if;
  return null;
end $$;

create or replace function public.promise_changed_lines() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  delete from public.promised_lines p using removed r
  where p.product_id = r.product_id and p.order_id = r.order_id and p.lent = tg_argv[0]::boolean and p.line_no = r.line_no;
  if tg_argv[0]::boolean then
    insert into public.promised_lines (product_id, order_id, lent, line_no, quantity_e4)
    select w.product_id, w.order_id, true, w.line_no, w.quantity_e4
    from written w join public.orders o on o.id = w.order_id where public.is_promised(o.status);
  else
    insert into public.promised_lines (product_id, order_id, lent, line_no, quantity_e4)
    select w.product_id, w.order_id, false, w.line_no, w.quantity_e4
    from written w join public.orders o on o.id = w.order_id where public.is_promised(o.status) and not w.service;
  end if;
  return null;
end $$;

create or replace function public.promise_order() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if public.is_promised(new.status) then
    insert into public.promised_lines (product_id, order_id, lent, line_no, quantity_e4)
    select product_id, order_id, false, line_no, quantity_e4 from public.order_lines
    where order_id = new.id and not service
    union all
    select product_id, order_id, true, line_no, quantity_e4 from public.order_loans where order_id = new.id;
  else
    delete from public.promised_lines p using public.order_goods g
    where g.order_id = new.id and p.product_id = g.product_id and p.order_id = new.id;
  end if;
  return null;
end $$;
