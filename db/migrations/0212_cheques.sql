-- The state of each cheque that a customer gave us. `expires` and `cents` repeat its payment, which never changes, so that the
-- register reads only what it shows.
create table cheques (
  payment_id bigint primary key references payments (id),
  state text not null check (state in ('IN-HAND', 'DEPOSITED', 'PASSED-ON', 'CASHED', 'BOUNCED')),
  expires date not null,
  cents bigint not null check (cents > 0),
  passed_payment_id bigint unique references payments (id),
  moved_at timestamptz not null default now(),
  moved_by bigint references users (id),
  moved_name text not null,
  check (state <> 'PASSED-ON' or passed_payment_id is not null)
);
create index cheques_by_state on cheques (state, expires, payment_id) include (cents);

-- A new cheque is in hand. A cancelled one leaves the register, unless it bounced.
create function keep_cheque() returns trigger language plpgsql as $$
begin
  if new.cancels_id is not null then
    delete from public.cheques where payment_id = new.cancels_id and state <> 'BOUNCED';
  elsif new.type = 'CHECK' and new.bound = 'Inbound' and new.amount_cents > 0 and new.expire_date is not null then
    insert into public.cheques (payment_id, state, expires, cents, moved_at, moved_by, moved_name)
    values (new.id, 'IN-HAND', new.expire_date, new.amount_cents, new.created_at, new.user_id, new.user_name);
  end if;
  return null;
end $$;
create trigger payments_keep_cheque after insert on payments for each row execute function keep_cheque();

-- cheques of before whose day is over were cashed
insert into cheques (payment_id, state, expires, cents, moved_at, moved_by, moved_name)
  select p.id, case when p.expire_date < (now() at time zone 'Europe/Athens')::date then 'CASHED' else 'IN-HAND' end, p.expire_date,
    p.amount_cents, p.created_at, p.user_id, p.user_name
  from payments p
  where p.type = 'CHECK' and p.bound = 'Inbound' and p.amount_cents > 0 and p.expire_date is not null and p.cancels_id is null
    and not exists (select from payments c where c.cancels_id = p.id);
