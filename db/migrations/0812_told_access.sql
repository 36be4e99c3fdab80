-- One function tells every process of changed accounts, sessions, rights and keys. Its triggers are made from declarations: features/users,
-- sections and keys, server/derived.ts.

drop trigger sessions_tell_end on sessions;
drop trigger sessions_tell_removal on sessions;
drop trigger users_tell_change on users;
drop trigger role_rights_tell on role_rights;
drop trigger settings_tell_sign_in on settings;
drop trigger api_keys_tell_change on api_keys;
drop trigger sections_tell_account on sections;
drop trigger sections_tell_new_account on sections;
drop function tell_session_change();
drop function tell_account_change();
drop function tell_changed_rights();
drop function tell_sign_in_settings();
drop function tell_key_change();
drop function tell_section_account();

create function public.tell_access() returns trigger language plpgsql as $$
begin
  -- a branch is only compiled for tables whose trigger takes it
  if tg_argv[0] in ('user', 'session') then
    perform pg_catalog.pg_notify('kerino', 'access|' || tg_argv[0] || ':' || old.id);
  else
    perform pg_catalog.pg_notify('kerino', 'access|' || tg_argv[0]);
  end if;
  return null;
end $$;

create trigger sessions_tell_access_changed after update of ended_at, expires_at, locked_at on sessions for each row when (new.ended_at is distinct from old.ended_at or new.expires_at < old.expires_at or new.locked_at is distinct from old.locked_at) execute function tell_access('session');
create trigger sessions_tell_access_removed after delete on sessions for each row execute function tell_access('session');

create trigger users_tell_access_changed after update of role, status, first_name, username, factor_since on users for each row when (new.role is distinct from old.role or new.status is distinct from old.status or new.first_name is distinct from old.first_name
      or new.username is distinct from old.username or (new.factor_since is null) is distinct from (old.factor_since is null)) execute function tell_access('user');

create trigger role_rights_tell_access_changed after update of changes on role_rights for each row when (new.changes is distinct from old.changes) execute function tell_access('*');

create trigger settings_tell_access after insert on settings for each row when (new.name = 'sign-in') execute function tell_access('*');
create trigger settings_tell_access_changed after update of name, value on settings for each row when (new.name = 'sign-in') execute function tell_access('*');

create trigger api_keys_tell_access_changed after update on api_keys for each row execute function tell_access('keys');
create trigger api_keys_tell_access_removed after delete on api_keys for each row execute function tell_access('keys');

create trigger sections_tell_access after insert on sections for each row when (new.account_name is not null) execute function tell_access('*');
create trigger sections_tell_access_changed after update of account_name, aliases on sections for each row when (new.account_name is distinct from old.account_name or new.aliases is distinct from old.aliases) execute function tell_access('*');
