-- Returns a code as it is compared with others of which it must differ: folded, and letters that look alike in Greek and Latin are one
-- letter. kernel/fold.ts does the same.
create function public.look_alike_key(value text) returns text language plpgsql immutable strict parallel safe cost 6 as $$
begin
  return translate(public.fold(value), 'αβεζηικμνορτυχµ', 'abezhikmnoptyxm');
end $$;

-- Numbers that only differ by such letters may be stored already, also in an older backup, so this index is not unique. The transactions that
-- give a number to an invoice are serializable: two of them at once cannot both find it free.
create index inbound_invoices_number_key on inbound_invoices (provider_id, public.look_alike_key(number))
  where type = 'INBOUND' and state <> 'CANCELED';
drop index inbound_invoices_historic_number;

create index products_sku_key on products (public.look_alike_key(sku)) where sku <> '';
