-- How many pieces a section makes on a working day (C-82), and the open tasks of a section by their day for the board.

alter table sections
  -- null if it is not known
  add column capacity_e4 bigint check (capacity_e4 > 0);

-- This must be the same expression as in task-day.ts.
create index tasks_open_days on tasks (section, coalesce(planned_on, expected_at::date), id) where is_open;
