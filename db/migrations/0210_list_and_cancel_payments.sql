-- The reason of a counter-entry, which cancels another payment (C-71).
alter table payments add column cancel_reason text not null default '';
-- Indexes for the sorts, the filters and the search of the list of payments. Outbound amounts count as negative there.
create index payments_by_name on payments (entity_name collate "und-x-icu", id);
create index payments_by_type on payments (type, date, id);
create index payments_by_bound on payments (bound, date, id);
create index payments_by_amount on payments ((case bound when 'Inbound' then amount_cents else -amount_cents end), id);
create index payments_words on payments using gin (fold(entity_name) gin_trgm_ops, fold(receipt_code) gin_trgm_ops);
-- the latest series, which the form of a payment proposes
create index payments_series on payments (bound, id) where series <> '';
