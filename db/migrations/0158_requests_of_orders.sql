-- An order may sell purchased goods that are short. The request to buy them belongs to the order, and not to a task.

alter table material_requests
  alter column task_id drop not null,
  alter column line_no drop not null,
  -- the order whose line needs the goods; null if a task needs them
  add column order_id bigint references orders (id),
  add constraint material_requests_reason
    check ((task_id is null) = (line_no is null) and (task_id is null) <> (order_id is null));
create index material_requests_order on material_requests (order_id) where order_id is not null;

-- The order of what is on its way, so that planning an order can leave out its own tasks.
create or replace view incoming_goods as
select t.product_id, t.quantity_e4 - t.done_e4 - t.scrapped_e4 as quantity_e4, t.id as task_id, t.order_id
from tasks t
where t.is_open and t.product_id is not null
  and not exists (
    select from tasks later
    where later.product_id = t.product_id and coalesce(later.order_id, 999999) = coalesce(t.order_id, 999999)
      and later.taskref = t.taskref and later.seq > t.seq and (t.order_id is not null or t.taskref <> ''));
