-- What features read of the features above them, and no more of it: `slots` of their server/tables.ts name these views.

-- The photos that products may name.
create view stored_photos as select key from photos;

-- The names of programs, which no account may have.
create view program_names as select name from api_keys;

-- How many open tasks an order has. An order without any has no row.
create view open_order_tasks as
  select order_id, count(*)::int as tasks from tasks where is_open and order_id is not null group by order_id;

-- What open tasks still take from the shelf of each material, also after pieces that really took more or less than by recipe.
create view awaited_materials as
  select m.product_id, m.task_id, m.line_no, greatest(m.needed_e4 + m.extra_e4 - m.taken_e4, 0) as quantity_e4
  from task_materials m join tasks t on t.id = m.task_id
  where m.state = 'WAITING' and m.product_id is not null and t.is_open;
