-- Running totals of what salespersons earned and were paid, so that what is owed to them does not read the sales of all years. As for
-- goods, a command appends its change and writes no sum, and a job adds the changes to the months.

-- What sales and payments added to or took from the commission, and is not in the months yet.
create table commission_changes (
  id bigint generated always as identity primary key,
  salesperson_id bigint not null,
  day date not null,
  earned_cents bigint not null,
  paid_cents bigint not null
);
create index commission_changes_of_salesperson on commission_changes (salesperson_id, day);

-- The sums of whole months, without what commission_changes still contains. Only the job writes this table.
create table commission_months (
  salesperson_id bigint not null,
  month date not null,
  earned_cents bigint not null,
  paid_cents bigint not null,
  primary key (salesperson_id, month)
);

insert into commission_months (salesperson_id, month, earned_cents, paid_cents)
select salesperson_id, date_trunc('month', day)::date, coalesce(sum(commission_cents) filter (where source = 'order'), 0),
  coalesce(sum(total_cents) filter (where source = 'payment'), 0)
from counted_documents where salesperson_id is not null and ended_at is null group by 1, 2;

create function append_commission_change() returns trigger language plpgsql as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into public.commission_changes (salesperson_id, day, earned_cents, paid_cents)
  values (new.salesperson_id, new.day, case new.source when 'order' then sign * new.commission_cents else 0 end,
    case new.source when 'payment' then sign * new.total_cents else 0 end);
  return null;
end $$;
create trigger counted_documents_commission after insert on counted_documents
  for each row when (new.salesperson_id is not null and new.ended_at is null) execute function append_commission_change();
create trigger counted_documents_commission_ended after update on counted_documents
  for each row when (new.salesperson_id is not null and old.ended_at is null and new.ended_at is not null)
  execute function append_commission_change();
