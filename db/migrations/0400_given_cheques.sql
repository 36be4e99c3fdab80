-- The register also has the cheques that we gave: to providers, salespersons and customers. A cheque that was passed on is still that of
-- the customer, so the command that passes it on removes the row of its own payment.
alter table cheques add column given boolean not null default false;
alter table cheques drop constraint cheques_state_check;
alter table cheques add constraint cheques_state_check
  check (state in ('IN-HAND', 'DEPOSITED', 'PASSED-ON', 'GIVEN', 'CASHED', 'BOUNCED'));
alter table cheques add constraint cheques_given_check
  check (case when given then state in ('GIVEN', 'CASHED', 'BOUNCED') and passed_payment_id is null else state <> 'GIVEN' end);
drop index cheques_by_state;
create index cheques_by_state on cheques (given, state, expires, payment_id) include (cents);

create or replace function keep_cheque() returns trigger language plpgsql as $$
begin
  if new.cancels_id is not null then
    delete from public.cheques where payment_id = new.cancels_id and state <> 'BOUNCED';
  elsif new.type = 'CHECK' and new.amount_cents > 0 and new.expire_date is not null then
    insert into public.cheques (payment_id, given, state, expires, cents, moved_at, moved_by, moved_name)
    values (new.id, new.bound = 'Outbound', case new.bound when 'Outbound' then 'GIVEN' else 'IN-HAND' end, new.expire_date, new.amount_cents,
      new.created_at, new.user_id, new.user_name);
  end if;
  return null;
end $$;

-- given cheques of before whose day is over were cashed
insert into cheques (payment_id, given, state, expires, cents, moved_at, moved_by, moved_name)
  select p.id, true, case when p.expire_date < (now() at time zone 'Europe/Athens')::date then 'CASHED' else 'GIVEN' end, p.expire_date,
    p.amount_cents, p.created_at, p.user_id, p.user_name
  from payments p
  where p.type = 'CHECK' and p.bound = 'Outbound' and p.amount_cents > 0 and p.expire_date is not null and p.cancels_id is null
    and not exists (select from payments c where c.cancels_id = p.id)
    and not exists (select from cheques c where c.passed_payment_id = p.id);
