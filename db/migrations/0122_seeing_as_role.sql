-- An administrator may see the product as a role, or as one person of the role. The session holds it, so that it counts in all tabs and
-- processes until the administrator ends it. Such a session changes nothing.
alter table sessions add column seen_role text, add column seen_user_id bigint references users (id),
  add check (seen_user_id is null or seen_role is not null);

-- A look-up of a company before the first sign-in counts like the other requests without one.
alter table public_requests drop constraint public_requests_kind_check,
  add constraint public_requests_kind_check check (kind in ('PASSWORD', 'ACCOUNT', 'COMPANY'));
