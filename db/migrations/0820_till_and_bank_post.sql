-- The other side of money: hand-overs of drivers, deposits and closings of the till post to the ledger too, so the till, the drivers, each bank
-- and what is missing have a balance there. `payment_days`, which triggers wrote, becomes the sums of these accounts by day, which the ledger
-- writes itself.

alter table postings drop constraint postings_source_check;
alter table postings add constraint postings_source_check
  check (source in ('order', 'invoice', 'payment', 'opening', 'handover', 'deposit', 'closing'));

insert into postings (source, document_id, line, account, party_id, day, cents, reference, answers_id, recorded_at)
select 'handover', h.id, l.line, l.account, l.party_id, h.received_on, l.cents, '', null::bigint, h.received_at
from cash_handovers h
cross join lateral (values
  (0, 'carried', h.user_id, -h.amount_cents),
  (1, 'till', null, h.received_cents),
  (2, 'missing', h.user_id, h.amount_cents - h.received_cents)) as l(line, account, party_id, cents)
where h.status = 'RECEIVED' and (l.line = 0 or l.cents <> 0)
union all
select 'deposit', b.id, l.line, l.account, null, b.day, l.cents, l.reference, b.cancels_id, b.created_at
from till_deposits b
cross join lateral (values
  (0, 'till', -b.amount_cents, b.slip),
  (1, 'bank', b.amount_cents, b.bank_name)) as l(line, account, cents, reference)
union all
select 'closing', c.id, l.line, l.account, null, c.day, l.cents, l.reference, null, c.closed_at
from till_closings c
cross join lateral (values
  (0, 'till', c.counted_cents - c.expected_cents, c.note),
  (1, 'missing', c.expected_cents - c.counted_cents, '')) as l(line, account, cents, reference)
where c.reopened_at is null and c.counted_cents <> c.expected_cents;

-- One row for each account of money and day, with what came in, went out and was moved beside each other. Only the ledger writes it, with its
-- lines.
create table account_days (
  account text not null,
  day date not null,
  inbound_cents bigint not null,
  outbound_cents bigint not null,
  -- between the accounts: debit above zero, credit below
  moved_cents bigint not null,
  primary key (account, day)
);

insert into account_days (account, day, inbound_cents, outbound_cents, moved_cents)
select account, day, coalesce(sum(cents) filter (where bound = 'Inbound'), 0), coalesce(-sum(cents) filter (where bound = 'Outbound'), 0),
  coalesce(sum(cents) filter (where bound is null), 0)
from postings where ended_at is null and account in ('till', 'carried', 'bank', 'cards', 'cheques', 'missing')
group by 1, 2;

drop trigger payments_per_day on payments;
drop trigger payments_per_day_moved on payments;
drop trigger payments_per_day_removed on payments;
drop function add_payment_days();
drop function move_payment_days();
drop function remove_payment_days();
drop table payment_days;
