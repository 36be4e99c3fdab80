-- Returns a barcode as it is compared with others: a number of the standard for goods (GTIN) with all its leading zeros, and any other code as
-- it is written. kernel/barcode.ts does the same.
create function public.barcode_key(value text) returns text language sql immutable strict parallel safe as $$
  select case when value ~ '^([0-9]{8}|[0-9]{12,14})$' then lpad(value, 14, '0') else value end
$$;

-- A barcode may be stored with and without its leading zero already, also in an older backup, so this index is not unique.
create index products_barcode_key on products (public.barcode_key(barcode)) where barcode <> '';

-- Supplier invoices are found by the beginning of their number, compared like the numbers themselves.
drop index inbound_invoices_begins;
create index inbound_invoices_begins on inbound_invoices (public.look_alike_key(number) text_pattern_ops, id) where number <> '';
