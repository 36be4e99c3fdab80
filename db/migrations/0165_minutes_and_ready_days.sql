-- The time of work in the sections (C-82), and the day on which an order can be ready.

alter table requirement_steps
  -- the minutes for one unit of the product; null if they are not known
  add column minutes_e4 bigint check (minutes_e4 > 0);

alter table sections
  -- the minutes of work on a working day; null if they are not known
  add column capacity_minutes_e4 bigint check (capacity_minutes_e4 > 0);

alter table orders
  -- the earliest day on which the goods could be ready, as the person was told when the delivery was decided; null if nobody was told
  add column ready_on date;

-- A task stands on its planned day in the calendar, otherwise on the day on which its goods are expected.
-- This must be the same expression as in calendar.ts of production.
drop index tasks_expected;
create index tasks_calendar on tasks (coalesce(planned_on::timestamp, expected_at), id) include (section, quantity_e4);
