-- The reorder point of a product, in its own unit: it is running out when what is free and what is on its way are less. Null for none.
alter table products add column reorder_point_e4 bigint check (reorder_point_e4 >= 0);
create index products_reorder on products (id) where reorder_point_e4 is not null;

-- The only definition of a product that is running out: is_low(free, on its way, reorder point).
create function is_low(free_e4 numeric, incoming_e4 numeric, reorder_point_e4 numeric) returns boolean
  language sql immutable parallel safe as
$$ select coalesce(free_e4 + incoming_e4 < reorder_point_e4, false) $$;

-- What is on its way into the stock. The goods of a chain of tasks come out of its last step, so only that task counts, until it is
-- finished. Another source, such as purchases, is added here with `union all`.
create view incoming_goods as
select t.product_id, t.quantity_e4
from tasks t
where t.status <> 'FINISHED' and t.product_id is not null
  and not exists (
    select from tasks later
    where later.product_id = t.product_id and coalesce(later.order_id, 999999) = coalesce(t.order_id, 999999)
      and later.taskref = t.taskref and later.seq > t.seq);

create index tasks_incoming on tasks (product_id, id) where status <> 'FINISHED' and product_id is not null;
create index tasks_chain on tasks (product_id, coalesce(order_id, 999999), taskref, seq) where product_id is not null;

-- What a list of products reads of the promised lines: the quantities of a product from the index alone.
create index promised_lines_sum on promised_lines (product_id) include (quantity_e4);
