-- An account acts as a section if its first name is the account name of the section, its name or another spelling of it (C-19). So a change
-- of the spellings ends the sessions whose rights have changed, like a change of the account name. The name of a section never changes.
drop trigger sections_tell_account on public.sections;
create trigger sections_tell_account after update of account_name, aliases on public.sections
  for each row when (new.account_name is distinct from old.account_name or new.aliases is distinct from old.aliases)
  execute function public.tell_section_account();
