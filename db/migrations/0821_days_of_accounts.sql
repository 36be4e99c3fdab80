-- One row for each account of money and day, with what came in, went out and was moved beside each other, so that a balance reads a third of the
-- rows. Only the ledger writes it, with its lines.
drop table account_days;
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
