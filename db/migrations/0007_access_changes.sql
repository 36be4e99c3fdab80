-- Whoever holds a session open in memory hears at once that it ended or that its account changed, in every process.
-- The notification is part of the change itself, so it is sent by every way to end a session, and only if it ended.

create function public.tell_session_change() returns trigger language plpgsql as $$
begin
  perform pg_catalog.pg_notify('kerino', 'access|session:' || old.id);
  return null;
end $$;

create trigger sessions_tell_end after update of ended_at, expires_at on sessions
  for each row when (new.ended_at is distinct from old.ended_at or new.expires_at < old.expires_at)
  execute function public.tell_session_change();
create trigger sessions_tell_removal after delete on sessions
  for each row execute function public.tell_session_change();

create function public.tell_account_change() returns trigger language plpgsql as $$
begin
  perform pg_catalog.pg_notify('kerino', 'access|user:' || old.id);
  return null;
end $$;

create trigger users_tell_change after update of role, status, first_name on users
  for each row when ((new.role, new.status, new.first_name) is distinct from (old.role, old.status, old.first_name))
  execute function public.tell_account_change();

create function public.tell_key_change() returns trigger language plpgsql as $$
begin
  perform pg_catalog.pg_notify('kerino', 'access|keys');
  return null;
end $$;

create trigger api_keys_tell_change after update or delete on api_keys
  for each row execute function public.tell_key_change();
