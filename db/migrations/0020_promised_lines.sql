-- What orders were promised, line by line, in a table of its own: asked by product, the views before read the lines of
-- all orders ever written. The triggers below keep it, so no command writes it.

-- Whether an order of this status was promised its goods: from the day it is written until it is packed (C-11). The
-- statuses are PROMISED_STATUSES in features/orders/domain/order.ts.
create function public.is_promised(status text) returns boolean language sql immutable parallel safe as
$$ select status in ('PENDING-STOCK', 'STOCK-OK', 'TO-PACKAGE') $$;

-- The lines and loans of promised orders. It names no foreign keys, since every row mirrors one that has them. The product
-- comes first in the only index: rows are asked for by product, and removed by what the order sells and lends.
create table promised_lines (
  product_id bigint not null,
  order_id bigint not null,
  lent boolean not null,
  line_no int not null,
  quantity_e4 bigint not null,
  primary key (product_id, order_id, lent, line_no)
);

-- Rows come and go with every order, so the free room is found again sooner than in tables that only grow.
alter table promised_lines set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

insert into promised_lines (product_id, order_id, lent, line_no, quantity_e4)
select l.product_id, l.order_id, false, l.line_no, l.quantity_e4
from orders o join order_lines l on l.order_id = o.id where public.is_promised(o.status)
union all
select l.product_id, l.order_id, true, l.line_no, l.quantity_e4
from orders o join order_loans l on l.order_id = o.id where public.is_promised(o.status);

-- The functions read by index even while the tables are small: a command that reads a table from end to end clashes with
-- every other that writes to it.
create function public.promise_new_lines() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  insert into public.promised_lines (product_id, order_id, lent, line_no, quantity_e4)
  select w.product_id, w.order_id, tg_argv[0]::boolean, w.line_no, w.quantity_e4
  from written w join public.orders o on o.id = w.order_id where public.is_promised(o.status);
  return null;
end $$;

create function public.unpromise_old_lines() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  delete from public.promised_lines p using removed r
  where p.product_id = r.product_id and p.order_id = r.order_id and p.lent = tg_argv[0]::boolean and p.line_no = r.line_no;
  return null;
end $$;

create function public.promise_changed_lines() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  delete from public.promised_lines p using removed r
  where p.product_id = r.product_id and p.order_id = r.order_id and p.lent = tg_argv[0]::boolean and p.line_no = r.line_no;
  insert into public.promised_lines (product_id, order_id, lent, line_no, quantity_e4)
  select w.product_id, w.order_id, tg_argv[0]::boolean, w.line_no, w.quantity_e4
  from written w join public.orders o on o.id = w.order_id where public.is_promised(o.status);
  return null;
end $$;

create trigger order_lines_promise after insert on order_lines
  referencing new table as written for each statement execute function public.promise_new_lines(false);
create trigger order_lines_promise_changed after update on order_lines
  referencing old table as removed new table as written for each statement execute function public.promise_changed_lines(false);
create trigger order_lines_promise_removed after delete on order_lines
  referencing old table as removed for each statement execute function public.unpromise_old_lines(false);
create trigger order_loans_promise after insert on order_loans
  referencing new table as written for each statement execute function public.promise_new_lines(true);
create trigger order_loans_promise_changed after update on order_loans
  referencing old table as removed new table as written for each statement execute function public.promise_changed_lines(true);
create trigger order_loans_promise_removed after delete on order_loans
  referencing old table as removed for each statement execute function public.unpromise_old_lines(true);

create function public.promise_order() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if public.is_promised(new.status) then
    insert into public.promised_lines (product_id, order_id, lent, line_no, quantity_e4)
    select product_id, order_id, false, line_no, quantity_e4 from public.order_lines where order_id = new.id
    union all
    select product_id, order_id, true, line_no, quantity_e4 from public.order_loans where order_id = new.id;
  else
    delete from public.promised_lines p using public.order_goods g
    where g.order_id = new.id and p.product_id = g.product_id and p.order_id = new.id;
  end if;
  return null;
end $$;

create trigger orders_promise after update of status on orders
  for each row when (public.is_promised(old.status) <> public.is_promised(new.status)) execute function public.promise_order();

-- The join is left out of the plan where nobody asks for the day.
create or replace view promised_goods as
  select p.order_id, p.product_id, p.quantity_e4, o.expected_delivery_at
  from promised_lines p left join orders o on o.id = p.order_id;
