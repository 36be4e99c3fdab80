-- Requests to buy (C-13), which were rows of production before. A request asks for goods; an order at a provider, which is written from
-- the proposals, brings goods and answers requests. Both are rows of inbound_invoices of the type REQUEST-PM.

alter table inbound_invoices
  -- what asked: a task, an order, a person, a program, or the proposals, from which an order at a provider is written
  add column origin text check (origin in ('TASK', 'ORDER', 'HAND', 'PROGRAM', 'PROPOSAL')),
  -- when it was ordered from the provider
  add column ordered_at timestamptz,
  add constraint inbound_invoices_request_origin check (type = 'REQUEST-PM' or origin is null);

alter table inbound_invoice_lines
  -- how much of a requested line is no longer expected
  add column dropped_e4 bigint not null default 0 check (dropped_e4 >= 0),
  -- REQUEST: the line of a request that nothing has ended yet. ORDER: the line of an order that still brings goods. Null for all others.
  add column waiting text check (waiting in ('REQUEST', 'ORDER')),
  -- the line of the order that answers this line of a request
  add column ordered_in bigint,
  add column ordered_line_no integer,
  add constraint inbound_invoice_lines_ordered_in_fkey foreign key (ordered_in, ordered_line_no)
    references inbound_invoice_lines (invoice_id, line_no);
create index inbound_invoice_lines_waiting on inbound_invoice_lines (product_id, waiting) where waiting is not null;
create index inbound_invoice_lines_ordered_in on inbound_invoice_lines (ordered_in, ordered_line_no) where ordered_in is not null;

alter table material_requests add column invoice_id bigint;
update material_requests r set invoice_id = n.invoice_id
from (select id, nextval(pg_get_serial_sequence('inbound_invoices', 'id')) as invoice_id
  from (select id from material_requests order by id) numbered) n
where n.id = r.id;

insert into inbound_invoices (id, type, state, import_date, goods_cents, total_cents, quantity_e4, line_count, order_id, task_id, section,
  due_on, user_id, user_name, created_at, updated_at, canceled_at, origin)
select r.invoice_id, 'REQUEST-PM', r.status, (r.created_at at time zone 'Europe/Athens')::date,
  round(r.quantity_e4::numeric * p.cost_price_e4 / 1000000)::bigint, round(r.quantity_e4::numeric * p.cost_price_e4 / 1000000)::bigint,
  r.quantity_e4, 1, coalesce(r.order_id, t.order_id), r.task_id, coalesce(t.section, ''), r.due_on, r.user_id,
  coalesce(nullif(r.worker, ''), r.user_name), r.created_at, r.created_at, case r.status when 'CANCELED' then r.created_at end,
  case when r.task_id is null then 'ORDER' else 'TASK' end
from material_requests r join products p on p.id = r.product_id left join tasks t on t.id = r.task_id;

insert into inbound_invoice_lines (invoice_id, line_no, product_id, name, description, sku, category, unit, quantity_e4, price_e4,
  cost_price_e4, new_cost_price_e4, net_cents, received_e4, task_id, task_line_no, waiting)
select r.invoice_id, 1, p.id, p.name, p.description, p.sku, p.category, p.unit, r.quantity_e4, p.cost_price_e4, p.cost_price_e4,
  p.cost_price_e4, round(r.quantity_e4::numeric * p.cost_price_e4 / 1000000)::bigint,
  case r.status when 'RECEIVED' then r.quantity_e4 else 0 end, r.task_id, r.line_no, case r.status when 'OPEN' then 'REQUEST' end
from material_requests r join products p on p.id = r.product_id;

-- undoing a press cancels the request that it wrote
update task_presses k set before = jsonb_set(k.before, '{requestId}', to_jsonb(r.invoice_id))
from material_requests r where (k.before ->> 'requestId')::bigint = r.id;

drop table material_requests;

-- What was asked to be bought, each product with the task or the order that asked. `waiting` ends when the goods are there or the
-- request was cancelled. A request is due when the order at the provider is.
create view material_requests as
select i.id, l.task_id, l.task_line_no as line_no, case i.origin when 'ORDER' then i.order_id end as order_id, l.product_id, l.quantity_e4,
  i.state as status, l.waiting, l.ordered_in, coalesce(answer.due_on, i.due_on) as due_on, i.user_id, i.user_name, i.created_at
from inbound_invoice_lines l join inbound_invoices i on i.id = l.invoice_id
left join inbound_invoices answer on answer.id = l.ordered_in
where i.type = 'REQUEST-PM' and l.product_id is not null;

-- What is on its way into the stock: what the last step of each chain of tasks brings (C-67), and what providers still have to deliver.
-- A cancelled step counts as a step, because without it the product is not made. A task of the company itself without a chain name
-- stands alone.
create or replace view incoming_goods as
select t.product_id, t.quantity_e4 - t.done_e4 - t.scrapped_e4 as quantity_e4, t.id as task_id, null::bigint as request_id
from tasks t
where t.is_open and t.product_id is not null
  and not exists (
    select from tasks later
    where later.product_id = t.product_id and coalesce(later.order_id, 999999) = coalesce(t.order_id, 999999)
      and later.taskref = t.taskref and later.seq > t.seq and (t.order_id is not null or t.taskref <> ''))
union all
select l.product_id, l.quantity_e4 - l.received_e4 - l.dropped_e4, null, l.invoice_id
from inbound_invoice_lines l
where l.waiting = 'ORDER' and l.product_id is not null;
