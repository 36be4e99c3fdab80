-- Each recipient of a mail has a state of his own; one process at a time holds a mail; what may have gone is not sent again
-- by itself.
create table mail_recipients (
  mail_id bigint not null references mails (id),
  line_no integer not null,
  address text not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'SENT', 'UNSURE', 'FAILED')),
  error text,
  sent_at timestamptz,
  primary key (mail_id, line_no)
);
insert into mail_recipients (mail_id, line_no, address, status, error, sent_at)
select m.id, row_number() over (partition by m.id order by part.place), trim(part.address), m.status, m.error, m.sent_at
from mails m, lateral regexp_split_to_table(m.to_address, '[,;]') with ordinality as part (address, place)
where trim(part.address) <> '';

alter table mails drop constraint mails_status_check;
alter table mails add constraint mails_status_check check (status in ('WAITING', 'SENT', 'UNSURE', 'FAILED'));
-- Which process is sending it; it renews the lease while it does.
alter table mails add column lease_owner uuid;
alter table mails add column lease_until timestamptz;
-- Noted just before the mail server is told that the mail is complete; null again when it has answered.
alter table mails add column handed_at timestamptz;
