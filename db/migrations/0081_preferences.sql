-- The language and the layout that a person has chosen for their pages. Null where they have chosen nothing.
create table preferences (
  user_id bigint primary key references users (id) on delete cascade,
  language text check (language in ('gr', 'eng', 'it', 'sp', 'rs', 'sr')),
  layout jsonb,
  changed_at timestamptz not null default now()
);
