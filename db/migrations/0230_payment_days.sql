-- What came in and went out on each day, by type of payment, so that the cash desk reads days and not the payments of all years.

-- Only triggers write it, from rows that passed the checks of payments.
create table payment_days (
  day date not null,
  type text not null,
  inbound_cents bigint not null default 0,
  outbound_cents bigint not null default 0,
  -- the part that drivers took at the door, Inbound less Outbound
  carried_cents bigint not null default 0,
  primary key (day, type)
);

create function add_payment_days() returns trigger language plpgsql as $$
begin
  insert into public.payment_days (day, type, inbound_cents, outbound_cents, carried_cents)
  select date, type, coalesce(sum(amount_cents) filter (where bound = 'Inbound'), 0),
    coalesce(sum(amount_cents) filter (where bound = 'Outbound'), 0),
    coalesce(sum(case bound when 'Inbound' then amount_cents else -amount_cents end) filter (where carried_by is not null), 0)
  from new_rows group by date, type order by date, type
  on conflict (day, type) do update set inbound_cents = public.payment_days.inbound_cents + excluded.inbound_cents,
    outbound_cents = public.payment_days.outbound_cents + excluded.outbound_cents,
    carried_cents = public.payment_days.carried_cents + excluded.carried_cents;
  return null;
end $$;
create trigger payments_per_day after insert on payments
  referencing new table as new_rows for each statement execute function add_payment_days();

-- No command deletes a payment or changes its day or its amount. A restored or repaired database might, and then the days follow.
create function move_payment_days() returns trigger language plpgsql as $$
begin
  insert into public.payment_days (day, type, inbound_cents, outbound_cents, carried_cents)
  select date, type, coalesce(sum(part) filter (where bound = 'Inbound'), 0), coalesce(sum(part) filter (where bound = 'Outbound'), 0),
    coalesce(sum(case bound when 'Inbound' then part else -part end) filter (where carried_by is not null), 0)
  from (
    select date, type, bound, carried_by, amount_cents as part from new_rows
    union all
    select date, type, bound, carried_by, -amount_cents from old_rows) both_rows
  group by date, type
  having sum(part) filter (where bound = 'Inbound') <> 0 or sum(part) filter (where bound = 'Outbound') <> 0
    or sum(case bound when 'Inbound' then part else -part end) filter (where carried_by is not null) <> 0
  order by date, type
  on conflict (day, type) do update set inbound_cents = public.payment_days.inbound_cents + excluded.inbound_cents,
    outbound_cents = public.payment_days.outbound_cents + excluded.outbound_cents,
    carried_cents = public.payment_days.carried_cents + excluded.carried_cents;
  return null;
end $$;
create trigger payments_per_day_moved after update on payments
  referencing old table as old_rows new table as new_rows for each statement execute function move_payment_days();

create function remove_payment_days() returns trigger language plpgsql as $$
begin
  update public.payment_days d set inbound_cents = d.inbound_cents - gone.inbound, outbound_cents = d.outbound_cents - gone.outbound,
    carried_cents = d.carried_cents - gone.carried
  from (
    select date, type, coalesce(sum(amount_cents) filter (where bound = 'Inbound'), 0) as inbound,
      coalesce(sum(amount_cents) filter (where bound = 'Outbound'), 0) as outbound,
      coalesce(sum(case bound when 'Inbound' then amount_cents else -amount_cents end) filter (where carried_by is not null), 0) as carried
    from old_rows group by date, type) gone
  where d.day = gone.date and d.type = gone.type;
  return null;
end $$;
create trigger payments_per_day_removed after delete on payments
  referencing old table as old_rows for each statement execute function remove_payment_days();

insert into payment_days (day, type, inbound_cents, outbound_cents, carried_cents)
select date, type, coalesce(sum(amount_cents) filter (where bound = 'Inbound'), 0),
  coalesce(sum(amount_cents) filter (where bound = 'Outbound'), 0),
  coalesce(sum(case bound when 'Inbound' then amount_cents else -amount_cents end) filter (where carried_by is not null), 0)
from payments group by date, type;
