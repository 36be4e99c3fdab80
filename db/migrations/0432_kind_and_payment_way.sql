-- What a customer is for the tax office, if a person says it. Empty: what VAT number and country say. Documents that were issued stay as they are.
alter table customers add column tax_kind text not null default '' check (tax_kind in ('', 'home', 'union', 'outside', 'private', 'public'));
alter table providers add column tax_kind text not null default '' check (tax_kind in ('', 'home', 'union', 'outside', 'private', 'public'));

-- How a party usually pays or is paid. Empty: as the company usually is. An order may have a way of its own.
alter table customers add column payment_way text not null default '' check (payment_way in
  ('', 'on-credit', 'cash', 'cheque', 'transfer', 'transfer-abroad', 'web-banking', 'card', 'iris'));
alter table providers add column payment_way text not null default '' check (payment_way in
  ('', 'on-credit', 'cash', 'cheque', 'transfer', 'transfer-abroad', 'web-banking', 'card', 'iris'));
alter table orders add column payment_way text not null default '' check (payment_way in
  ('', 'on-credit', 'cash', 'cheque', 'transfer', 'transfer-abroad', 'web-banking', 'card', 'iris'));
