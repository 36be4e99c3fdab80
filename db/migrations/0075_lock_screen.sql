-- A person locks the screen of a shared device and opens it with a PIN or the password. The lock belongs to the session, so that
-- a locked device gets no data from the server. Wrong PINs are counted until the session is opened again.
alter table sessions add column locked_at timestamptz;
alter table sessions add column wrong_pins integer not null default 0 check (wrong_pins >= 0);
alter table users add column pin_hash text;

-- Open connections of a locked session end like those of one that was signed out.
drop trigger sessions_tell_end on sessions;
create trigger sessions_tell_end after update of ended_at, expires_at, locked_at on sessions
  for each row when (new.ended_at is distinct from old.ended_at or new.expires_at < old.expires_at
    or new.locked_at is distinct from old.locked_at)
  execute function public.tell_session_change();
