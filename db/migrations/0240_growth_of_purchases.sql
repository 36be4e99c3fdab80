-- The list of requests by state, number and provider, and the counts of their states, read an index instead of all requests.
create index inbound_invoices_requests on inbound_invoices (state, id) where type = 'REQUEST-PM';
create index inbound_invoices_request_numbers on inbound_invoices (id) where type = 'REQUEST-PM';
create index inbound_invoices_request_providers on inbound_invoices (provider_name collate "und-x-icu", id) where type = 'REQUEST-PM';

-- What the provider took for a product on the last booked invoice, so that the form of an invoice need not read the earlier ones:
-- the price of one unit before the discount, and the discount in hundredths of a percent. Null if no booked invoice contains it.
alter table provider_products add column bought_price_e4 bigint check (bought_price_e4 >= 0);
alter table provider_products add column bought_discount_bp integer check (bought_discount_bp between 0 and 10000);
update provider_products c set bought_price_e4 = last.price_e4, bought_discount_bp = last.discount_bp
from (
  select distinct on (i.provider_id, l.product_id) i.provider_id, l.product_id, l.price_e4, l.discount_bp
  from inbound_invoice_lines l join booked_invoices i on i.id = l.invoice_id
  where l.product_id is not null and l.new_cost_price_e4 > 0
  order by i.provider_id, l.product_id, i.import_date desc, i.id desc, l.line_no desc) last
where last.provider_id = c.provider_id and last.product_id = c.product_id;
