-- What the tasks of an order were made for. If its lines or its day differ later, changes of the tasks are proposed (C-63).

create table order_plans (
  order_id bigint primary key references orders (id) on delete cascade,
  -- what the order sold and lent, by the id of the product
  needs jsonb not null,
  -- when the goods were to be delivered; null if no time was set
  expected_at timestamp
);

-- The tasks of open orders are taken to fit their lines.
insert into order_plans (order_id, needs, expected_at)
select o.id, coalesce(
    (select jsonb_object_agg(n.product_id, n.quantity_e4) from order_needs n where n.order_id = o.id), '{}'), o.expected_delivery_at
from orders o
where o.id in (select t.order_id from tasks t where t.order_id is not null and t.work = 'PRODUCTION' and t.status <> 'CANCELED')
  and o.status in ('PENDING-STOCK', 'STOCK-OK', 'TO-PACKAGE');
