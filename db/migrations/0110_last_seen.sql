-- Finds when a person last used the product: the list of people asks it for every account.
create index sessions_last_use on sessions (user_id, last_used_at);
