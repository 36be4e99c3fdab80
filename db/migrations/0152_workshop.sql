-- The work of the sections: the materials of a task, what is finished of it, each press with what undoing it needs, and requests for
-- materials that have to be bought.

drop view incoming_goods;
drop index tasks_open, tasks_incoming;
alter table tasks drop constraint tasks_status_check;
alter table tasks
  -- CANCELED: closed before it was begun, because its order was cancelled or needs less (C-73)
  add constraint tasks_status_check
    check (status in ('PENDING', 'STOCK-RECEIVED', 'PRODUCTION', 'STARTED', 'DELIVERY', 'FINISHED', 'CANCELED')),
  -- The only definition of an open task.
  add column is_open boolean not null generated always as (status not in ('FINISHED', 'CANCELED')) stored,
  -- LAUNDRY: washing lent items that came back. It has no materials, and programs read the word RETURN in their place.
  add column work text not null default 'PRODUCTION' check (work in ('PRODUCTION', 'LAUNDRY')),
  -- good pieces that were finished so far, and pieces that were spoilt; together at most the quantity
  add column done_e4 bigint not null default 0 check (done_e4 >= 0),
  add column scrapped_e4 bigint not null default 0 check (scrapped_e4 >= 0),
  -- the day on which the section plans it; null until somebody or the plan chooses one
  add column planned_on date,
  -- the name on the tablet of who worked on it last (C-83)
  add column worker text not null default '',
  add column finished_at timestamptz;
update tasks set work = 'LAUNDRY' where materials = '"RETURN"'::jsonb;
update tasks set done_e4 = quantity_e4, finished_at = updated_at where status = 'FINISHED';

create index tasks_open on tasks (section, id) where is_open;
create index tasks_incoming on tasks (product_id, id) where is_open and product_id is not null;
create index tasks_finished on tasks (section, finished_at desc, id) where finished_at is not null;

-- What is on its way into the stock: the last step of a chain brings its product (C-67).
create view incoming_goods as
select t.product_id, t.quantity_e4 - t.done_e4 - t.scrapped_e4 as quantity_e4
from tasks t
where t.is_open and t.product_id is not null
  and not exists (
    select from tasks later
    where later.product_id = t.product_id and coalesce(later.order_id, 999999) = coalesce(t.order_id, 999999)
      and later.taskref = t.taskref and later.seq > t.seq and later.status <> 'CANCELED');

-- A material of a task, in the order of the recipe.
create table task_materials (
  task_id bigint not null references tasks (id) on delete cascade,
  line_no integer not null check (line_no >= 1),
  -- null if the name matches no product (C-38)
  product_id bigint references products (id),
  name text not null,
  -- for one unit of what the task makes, in the unit of the recipe (C-74)
  per_unit_e4 bigint not null default 0 check (per_unit_e4 >= 0),
  unit text not null default 'Item',
  -- for the whole task, in the unit of the material
  needed_e4 bigint not null default 0 check (needed_e4 >= 0),
  -- what left the stock for this task so far, in the unit of the material
  taken_e4 bigint not null default 0 check (taken_e4 >= 0),
  -- DROPPED: the task was cancelled before it took this material
  state text not null default 'WAITING' check (state in ('WAITING', 'RECEIVED', 'DROPPED')),
  -- may be received short or replaced in Override Mode (C-58)
  overridable boolean not null default false,
  -- why it was received short or replaced, and the name of what it replaced
  reason text not null default '',
  replaced_name text not null default '',
  primary key (task_id, line_no)
);
create index task_materials_waiting on task_materials (product_id) where state = 'WAITING' and product_id is not null;

insert into task_materials (task_id, line_no, product_id, name, per_unit_e4, unit, needed_e4, taken_e4, state, overridable)
select written.task_id, written.line_no, p.id, coalesce(nullif(written.entry ->> 'name', ''), p.name, ''), written.per_unit,
  written.unit, written.needed, case written.state when 'RECEIVED' then written.needed else 0 end, written.state,
  coalesce(p.overridable, false)
from (
  select found.*, round(found.per_unit::numeric * found.quantity_e4 / 10000 * power(10::numeric, coalesce(typed.size - own.size, 0)))::bigint
    as needed
  from (
    select t.id as task_id, m.line_no::int as line_no, m.entry, t.quantity_e4, product.id as product_id,
      case when m.entry ->> 'quantity' ~ '^\d{1,9}(\.\d+)?$' then round((m.entry ->> 'quantity')::numeric * 10000)::bigint else 0 end as per_unit,
      coalesce(nullif(m.entry ->> 'unit', ''), product.unit, 'Item') as unit, coalesce(product.unit, '') as own_unit,
      case when t.status = 'FINISHED' or m.entry ->> 'stockReceived' = 'true' then 'RECEIVED' else 'WAITING' end as state
    from tasks t
    cross join lateral jsonb_array_elements(case jsonb_typeof(t.materials) when 'array' then t.materials else '[]' end)
      with ordinality as m(entry, line_no)
    left join products product on product.id = case when m.entry ->> 'id' ~ '^\d{1,15}$' then (m.entry ->> 'id')::bigint end
    where jsonb_typeof(m.entry) = 'object'
  ) found
  left join (values ('KG', 'mass', 3), ('Gram', 'mass', 0), ('Meter', 'length', 3), ('CM', 'length', 1), ('MM', 'length', 0),
    ('CubicM', 'volume', 3), ('Litter', 'volume', 0)) as typed(unit, family, size) on typed.unit = found.unit
  left join (values ('KG', 'mass', 3), ('Gram', 'mass', 0), ('Meter', 'length', 3), ('CM', 'length', 1), ('MM', 'length', 0),
    ('CubicM', 'volume', 3), ('Litter', 'volume', 0)) as own(unit, family, size) on own.unit = found.own_unit and own.family = typed.family
) written
left join products p on p.id = written.product_id;
alter table tasks drop column materials;

-- Each press on a task, with what undoing it needs.
create table task_presses (
  id bigint generated by default as identity primary key,
  task_id bigint not null references tasks (id) on delete cascade,
  kind text not null check (kind in ('RECEIVE', 'PROCEED', 'FINISH', 'ORDER', 'REPLACE', 'CLOSE')),
  done_e4 bigint not null default 0 check (done_e4 >= 0),
  scrapped_e4 bigint not null default 0 check (scrapped_e4 >= 0),
  reason text not null default '',
  -- the task and its materials before the press, and the goods that it moved
  before jsonb not null,
  moved jsonb not null default '[]',
  -- the name that the person chose on the tablet, and the account
  worker text not null default '',
  user_id bigint references users (id),
  user_name text not null,
  at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by text not null default ''
);
create index task_presses_task on task_presses (task_id, id desc);
create index task_presses_at on task_presses (at);

-- A request to buy a material that a task needs. Purchases take it over when they exist (C-13).
create table material_requests (
  id bigint generated by default as identity primary key,
  task_id bigint not null references tasks (id) on delete cascade,
  line_no integer not null,
  product_id bigint not null references products (id),
  quantity_e4 bigint not null check (quantity_e4 > 0),
  status text not null default 'OPEN' check (status in ('OPEN', 'RECEIVED', 'CANCELED')),
  -- when it is expected, if somebody knows
  due_on date,
  worker text not null default '',
  user_id bigint references users (id),
  user_name text not null,
  created_at timestamptz not null default now()
);
create index material_requests_task on material_requests (task_id);
create index material_requests_open on material_requests (product_id) where status = 'OPEN';

-- The task that produced or consumed goods.
alter table stock_movements add column task_id bigint references tasks (id);
create index stock_movements_task on stock_movements (task_id) where task_id is not null;
