-- A line of a bank may be a payment that was recorded before: then the line only names it, and opening the line again cancels nothing.
alter table bank_lines add column payment_existed boolean not null default false;
alter table bank_lines add constraint bank_lines_existed check (not payment_existed or payment_id is not null);

create or replace function free_bank_line() returns trigger language plpgsql as $$
begin
  update public.bank_lines set payment_id = null, payment_existed = false, done_by = '', done_at = null where payment_id = new.cancels_id;
  return null;
end $$;
