-- A check stores the first differences and the number of all. Earlier checks stored the ones that the page showed.
alter table stock_checks add column differences bigint;
update stock_checks c set differences = (select count(*) from stock_check_differences d where d.check_id = c.id)
where ended_at is not null and not failed;
alter table stock_checks add check (ended_at is null or failed or differences is not null);
