-- A payment taken at the door keeps the time of the press by the clock of the phone, and a counter-entry names the payment that it
-- cancels (C-71): when the driver undoes a wrong press, the payment of the same press is cancelled with it. At most one
-- counter-entry cancels a payment.
alter table payments
  add column done_at timestamptz,
  add column cancels_id bigint references payments (id);
create unique index payments_cancels on payments (cancels_id) where cancels_id is not null;
