-- An order may sell purchased goods that are short. The request to buy them belongs to the order, and not to a task.

alter table material_requests
  alter column task_id drop not null,
  alter column line_no drop not null,
  -- the order whose line needs the goods; null if a task needs them
  add column order_id bigint references orders (id),
  add constraint material_requests_reason
    check ((task_id is null) = (line_no is null) and (task_id is null) <> (order_id is null));
create index material_requests_order on material_requests (order_id) where order_id is not null;
