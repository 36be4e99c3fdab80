-- Each line keeps the version of its count at its last change, so that a device reads only what changed since its last answer.
-- A request to count again keeps its moment, and only a line that was begun after it answers it.
-- A count keeps how many products and lines it has, so that a full one is known without reading its lines.
alter table count_lines add column version integer not null default 0;
alter table count_lines add column recount_at timestamptz;
alter table count_lines disable trigger count_lines_of_open_count;
update count_lines set recount_at = now() where recount;
alter table count_lines enable trigger count_lines_of_open_count;
alter table count_lines drop column recount;
create index count_lines_changes on count_lines (count_id, version);

alter table counts add column products integer not null default 0;
alter table counts add column lines integer not null default 0;
update counts c set products = had.products, lines = had.lines
from (
  select count_id, count(distinct product_id) filter (where valid) as products, count(*) as lines from count_lines group by count_id
) had
where had.count_id = c.id;
