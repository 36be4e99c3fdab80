-- What is on its way into the stock, by the rule of finishing (C-67): the last step of a chain brings its product. A cancelled step
-- counts as a step, because without it the product is not made. A task of the company itself without a chain name stands alone.
create or replace view incoming_goods as
select t.product_id, t.quantity_e4 - t.done_e4 - t.scrapped_e4 as quantity_e4, t.id as task_id
from tasks t
where t.is_open and t.product_id is not null
  and not exists (
    select from tasks later
    where later.product_id = t.product_id and coalesce(later.order_id, 999999) = coalesce(t.order_id, 999999)
      and later.taskref = t.taskref and later.seq > t.seq and (t.order_id is not null or t.taskref <> ''));
