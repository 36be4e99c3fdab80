-- Indexes for the sorts and the search of the list of inbound invoices, the filter of programs by provider, and the balances of
-- providers, which grow with the years.
create index inbound_invoices_by_number on inbound_invoices (number, id) where type = 'INBOUND';
create index inbound_invoices_by_provider on inbound_invoices (provider_name collate "und-x-icu", id) where type = 'INBOUND';
create index inbound_invoices_by_code on inbound_invoices (refcode, id) where type = 'INBOUND';
create index inbound_invoices_by_goods on inbound_invoices (goods_cents, id) where type = 'INBOUND';
create index inbound_invoices_by_vat on inbound_invoices (vat_cents, id) where type = 'INBOUND';
create index inbound_invoices_by_total on inbound_invoices (total_cents, id) where type = 'INBOUND';
create index inbound_invoices_by_state on inbound_invoices (state, id) where type = 'INBOUND';
create index inbound_invoices_words on inbound_invoices using gin (fold(number) gin_trgm_ops, fold(provider_name) gin_trgm_ops);
-- programs see 9999 where there is no provider (C-14)
create index inbound_invoices_shown_provider on inbound_invoices ((coalesce(provider_id, 9999)), id);
create index inbound_invoices_booked on inbound_invoices (provider_id, import_date) include (total_cents)
  where type = 'INBOUND' and state = 'BOOKED';
create index payments_amounts_of_providers on payments (provider_id, date) include (bound, amount_cents)
  where provider_id is not null;
