-- Search by sound no longer makes one letter of repeated ones: `zzzz` found every z. What was called `loose` is
-- `phonetic_key` now, twin of kernel/phonetic-key.ts; γγ and gg are one g, as γκ and ng are.
create function public.phonetic_key(value text) returns text
language sql immutable strict parallel safe as $$
  select translate(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      -- vowels written with two letters, in both alphabets; ou is kept apart as "!"
      replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
        replace(replace(replace(replace(public.fold(value),
          'θ', 'th'), 'ψ', 'ps'), 'ξ', 'x'), 'χ', 'h'),
        'ου', '!'), 'ou', '!'), 'αι', 'e'), 'ai', 'e'), 'ει', 'i'), 'ei', 'i'), 'οι', 'i'), 'oi', 'i'), 'υι', 'i'), 'yi', 'i'),
      'αυ', 'av'), 'ευ', 'ev'), 'au', 'av'), 'eu', 'ev'),
      -- gg before the other spellings of g, so that a row of them does not become one letter
      'μπ', 'v'), 'mp', 'v'), 'ντ', 'd'), 'nt', 'd'), 'gg', 'g'), 'γγ', 'g'), 'γκ', 'g'), 'gk', 'g'), 'ng', 'g'), 'ks', 'x'), 'ch', 'h'),
    -- one letter each; b, f and v fall together, as do i, y, u and c, k, q
    'αβγδεζηικλμνοπρστυφωbfyuwcqj!',
    'avgdeziiklmnoprstivovviiokkiu')
$$;

alter table customers drop column search;
alter table customers add column search text generated always as (
  public.fold(name || ' ' || label || ' ' || vat || ' ' || regexp_replace(phone, '[^0-9]', '', 'g') || ' '
    || regexp_replace(phone2, '[^0-9]', '', 'g') || ' ' || email || ' ' || city)
  || ' ' || public.phonetic_key(name || ' ' || label)
) stored;
create index customers_search on customers using gin (search gin_trgm_ops);

alter table products drop column search;
alter table products add column search text generated always as (
  public.fold(name || ' ' || sku || ' ' || provsku || ' ' || epsilon_code || ' ' || barcode || ' ' || description || ' ' || category)
  || ' ' || public.phonetic_key(name)
) stored;
create index products_search on products using gin (search gin_trgm_ops);

alter table orders drop column search;
alter table orders add column search text generated always as (
  public.fold(name || ' ' || label || ' ' || description || ' ' || coalesce(delivery_address ->> 'address', '') || ' '
    || coalesce(delivery_address ->> 'postcode', '') || ' ' || coalesce(delivery_address ->> 'city', ''))
  || ' ' || public.phonetic_key(name || ' ' || label || ' ' || coalesce(delivery_address ->> 'address', '') || ' '
    || coalesce(delivery_address ->> 'city', ''))
) stored;
create index orders_search on orders using gin (search gin_trgm_ops);

drop function public.loose(text);
