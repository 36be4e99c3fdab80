-- The account name of a section decides the rights of the accounts with this first name. When it changes, all processes read the
-- sessions again, and open connections whose rights have changed end.
create function public.tell_section_account() returns trigger language plpgsql as $$
begin
  perform pg_catalog.pg_notify('kerino', 'access|*');
  return null;
end $$;

create trigger sections_tell_account after update of account_name on sections
  for each row when (new.account_name is distinct from old.account_name)
  execute function public.tell_section_account();
create trigger sections_tell_new_account after insert on sections
  for each row when (new.account_name is not null)
  execute function public.tell_section_account();
