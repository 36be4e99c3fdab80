-- Who made a one-time link. The link of an administrator who left opens nothing, or they could still enter as a colleague.
alter table account_links add column made_by bigint references users (id);
