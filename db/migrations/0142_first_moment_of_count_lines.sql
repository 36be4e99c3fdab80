-- A line of a count that grows piece by piece also keeps its first moment, so that goods that move in between are noticed.
alter table count_lines add column first_at timestamptz;
alter table count_lines disable trigger count_lines_of_open_count;
update count_lines set first_at = counted_at;
alter table count_lines enable trigger count_lines_of_open_count;
alter table count_lines alter column first_at set not null;
alter table count_lines add check (first_at <= counted_at);
