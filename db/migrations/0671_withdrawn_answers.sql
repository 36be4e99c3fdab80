-- An answer may be withdrawn before it was sent. It stays, so that a restore of an older copy does not send it.
alter table received_answers drop constraint received_answers_status_check;
alter table received_answers add constraint received_answers_status_check
  check (status in ('WAITING', 'SENDING', 'DONE', 'FAILED', 'WITHDRAWN'));
create index received_answers_failed on received_answers (note_mark) where status = 'FAILED';
