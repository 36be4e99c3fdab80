-- What administrators gave to a role or took from it: only where it differs from the rights that the features declare, so that a
-- later version of the product may change the others. There is one row for each role, whose version refuses a change by a person
-- who saw an older one.
create table role_rights (
  id smallint primary key,
  role text not null unique,
  changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object'),
  version int not null default 1
);

insert into role_rights (id, role) values
  (1, 'admin'), (2, 'user'), (3, 'logistirio'), (4, 'production'), (5, 'operations'), (6, 'driver'), (7, 'section');

-- All processes read the sessions again, and open connections whose rights have changed end.
create function public.tell_changed_rights() returns trigger language plpgsql as $$
begin
  perform pg_catalog.pg_notify('kerino', 'access|*');
  return null;
end $$;

create trigger role_rights_tell after update on role_rights
  for each row when (new.changes is distinct from old.changes)
  execute function public.tell_changed_rights();
