-- Products are found by a barcode in any case, with and without leading zeros. One index serves all these searches; the two others served none
-- or only some of them.
drop index products_barcode;
drop index products_barcode_key;
create index products_barcode_key on products (public.barcode_key(public.fold(barcode))) where barcode <> '';
-- a line of a supplier's file names a product by its barcode, its SKU or this code
create index products_provsku_key on products (public.fold(provsku)) where provsku <> '';
