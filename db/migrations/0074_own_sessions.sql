-- Where and when a session is used, so that people recognise their own sessions and end those they do not know.
alter table sessions add column user_agent text not null default '';
alter table sessions add column address text not null default '';
alter table sessions add column last_used_at timestamptz not null default now();
update sessions set last_used_at = created_at;

-- The user name is part of what a process keeps of a session: it names the person in histories, and drivers are found by it.
drop trigger users_tell_change on users;
create trigger users_tell_change after update of role, status, first_name, username on users
  for each row when ((new.role, new.status, new.first_name, new.username)
    is distinct from (old.role, old.status, old.first_name, old.username))
  execute function public.tell_account_change();
