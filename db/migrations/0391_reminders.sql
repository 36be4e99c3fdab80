-- Letters that remind customers of overdue debts.
create table reminders (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  step int not null check (step between 1 and 3),
  day date not null,
  amount_cents bigint not null check (amount_cents > 0),
  to_address text not null,
  mail_id bigint references mails on delete set null,
  user_id bigint,
  user_name text not null,
  created_at timestamptz not null
);
create index reminders_of_customer on reminders (customer_id, id) include (step, day);
create index reminders_of_mail on reminders (mail_id);

-- The debts of a letter. A debt is reminded once at most in each step, whoever sends the letter.
create table reminded_debts (
  kind text not null check (kind in ('order', 'opening', 'received', 'refunded')),
  document_id bigint not null,
  step int not null check (step between 1 and 3),
  reminder_id bigint not null references reminders on delete cascade,
  day date not null,
  due_on date not null,
  open_cents bigint not null check (open_cents > 0),
  primary key (kind, document_id, step) include (day)
);
create index reminded_debts_of_reminder on reminded_debts (reminder_id);

-- Customers who get no reminders, with the reason. A row that has ended is kept.
create table reminder_stops (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  reason text not null check (reason <> ''),
  user_id bigint,
  user_name text not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index reminder_stops_now on reminder_stops (customer_id) where ended_at is null;
