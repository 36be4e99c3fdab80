-- Delivery notes that others issued to the company, as the tax office has them. They are read again at any time, so a restore may lose them.
create table received_notes (
  id bigint generated always as identity primary key,
  mark text not null unique,
  type text not null,
  series text not null,
  number text not null,
  day date not null,
  leaves_on date,
  vehicle text not null,
  issuer_vat text not null,
  issuer_country text not null,
  issuer_name text not null,
  qr_url text not null,
  state text check (state in ('registered', 'cancelled', 'in-transit', 'rejected', 'delivered', 'failed', 'completed', 'in-return')),
  state_at timestamptz not null,
  lines jsonb not null,
  file text not null,
  created_at timestamptz not null default now()
);
create index received_notes_day on received_notes (day desc, id desc);
create index received_notes_qr on received_notes (qr_url) where qr_url <> '';

-- What a person answered to a note. The tax office takes no answer back, so the rows outlive every restore and refer to the note by its MARK.
create table received_answers (
  note_mark text primary key,
  qr_url text not null,
  kind text not null check (kind in ('confirm', 'reject')),
  reason text not null,
  status text not null check (status in ('WAITING', 'SENDING', 'DONE', 'FAILED')),
  attempts int not null default 0,
  unclear_since timestamptz,
  mark text,
  error_code text,
  error_message text,
  user_id bigint,
  user_name text not null,
  pressed_at timestamptz not null,
  updated_at timestamptz not null
);
create index received_answers_open on received_answers (note_mark) where status in ('WAITING', 'SENDING');

-- The documents of suppliers from which an invoice is entered may be delivery notes.
alter table purchase_files drop constraint purchase_files_form_check;
alter table purchase_files add constraint purchase_files_form_check check (form in ('mydata', 'ubl', 'csv', 'note'));
