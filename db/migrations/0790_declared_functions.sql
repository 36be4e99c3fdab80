-- Functions whose text follows from lists of the code (server/db/declared-functions.ts and server/functions.ts of features).

create or replace function phonetic_key(value text) returns text
  language plpgsql immutable parallel safe strict cost 34
  as $function$
begin
  return translate(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(public.fold(value),
      'θ', 'th'),
      'ψ', 'ps'),
      'ξ', 'x'),
      'χ', 'h'),
      'ου', '!'),
      'ou', '!'),
      'αι', 'e'),
      'ai', 'e'),
      'ει', 'i'),
      'ei', 'i'),
      'οι', 'i'),
      'oi', 'i'),
      'υι', 'i'),
      'yi', 'i'),
      'αυ', 'av'),
      'ευ', 'ev'),
      'au', 'av'),
      'eu', 'ev'),
      'μπ', 'v'),
      'mp', 'v'),
      'ντ', 'd'),
      'nt', 'd'),
      'gg', 'g'),
      'γγ', 'g'),
      'γκ', 'g'),
      'gk', 'g'),
      'ng', 'g'),
      'ks', 'x'),
      'ch', 'h'), 'αβγδεζηικλμνοπρστυφωbfyuwcqj!', 'avgdeziiklmnoprstivovviiokkiu');
end $function$;

create or replace function plain_vat(typed text) returns text
  language sql immutable parallel safe strict
  as $function$
  select regexp_replace(regexp_replace(
    upper(regexp_replace(typed, U&'[\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF.-]', '', 'g') collate "C"),
    '^(EL|GR|[Εε][Λλ])', ''), '^(\d{8})$', '0\1')
$function$;

create or replace function is_undelivered(status text) returns boolean
  language sql immutable parallel safe
  as $function$ select status in ('PACKAGED', 'READY-TO-INVOICE', 'PARKED', 'INVOICED', 'ON SHIPPING', 'RETURNED') $function$;

-- VAT numbers with other blanks than before have another key now.
reindex index customers_plain_vat;
reindex index customers_vat_prefix;
reindex index providers_plain_vat;
reindex index providers_vat_prefix;

create or replace view undelivered_loans as
  select l.customer_id, l.product_id, case when l.product_id is null then public.fold(l.product_name) end as folded_name,
    o.id as order_id,
    greatest(sum(case l.bound when 'OUTBOUND' then l.quantity_e4 else -l.quantity_e4 end), 0)::bigint as quantity_e4
  from orders o join loans l on l.order_id = o.id and l.origin = 'order' and not (l.bound = 'INBOUND' and l.moves_no_stock)
  where is_undelivered(o.status) and l.customer_id is not null
  group by l.customer_id, l.product_id, folded_name, o.id;
