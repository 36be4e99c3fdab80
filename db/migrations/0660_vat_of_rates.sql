-- What the VAT of a line contains of the VAT of all lines of its rate (C-93). The lines that exist carry none.
alter table order_lines add column vat_rounding_cents bigint not null default 0;
