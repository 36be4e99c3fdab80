-- The state of a cheque that a customer gave us. A cheque without a row is in hand.
create table cheques (
  payment_id bigint primary key references payments (id),
  state text not null check (state in ('IN-HAND', 'DEPOSITED', 'PASSED-ON', 'CASHED', 'BOUNCED')),
  passed_payment_id bigint unique references payments (id),
  moved_at timestamptz not null default now(),
  moved_by bigint references users (id),
  moved_name text not null,
  check (state <> 'PASSED-ON' or passed_payment_id is not null)
);
