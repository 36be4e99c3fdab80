-- Functions name the schema of what they use. A dump restores with an empty search path, and a function that says `fold`
-- and not `public.fold` ends the restore of every table whose columns or indexes call it.

create or replace function public.loose(value text) returns text
language sql immutable strict parallel safe as $$
  select regexp_replace(
    translate(
      replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
        -- vowels written with two letters, in both alphabets; ou is kept apart as "!"
        replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
          replace(replace(replace(replace(public.fold(value),
            'θ', 'th'), 'ψ', 'ps'), 'ξ', 'x'), 'χ', 'h'),
          'ου', '!'), 'ou', '!'), 'αι', 'e'), 'ai', 'e'), 'ει', 'i'), 'ei', 'i'), 'οι', 'i'), 'oi', 'i'), 'υι', 'i'), 'yi', 'i'),
        'αυ', 'av'), 'ευ', 'ev'), 'au', 'av'), 'eu', 'ev'),
        'μπ', 'v'), 'mp', 'v'), 'ντ', 'd'), 'nt', 'd'), 'γκ', 'g'), 'gk', 'g'), 'ng', 'g'), 'ks', 'x'), 'ch', 'h'),
      -- one letter each; b, f and v fall together, as do i, y, u and c, k, q
      'αβγδεζηικλμνοπρστυφωbfyuwcqj!',
      'avgdeziiklmnoprstivovviiokkiu'),
    '([a-z])\1+', '\1', 'g')
$$;

create or replace function public.next_party_id() returns bigint language plpgsql as $$
declare candidate bigint;
begin
  loop
    candidate := nextval('public.party_ids');
    exit when candidate not in (9999, 888888);
  end loop;
  return candidate;
end $$;

create or replace function public.next_order_id() returns bigint language plpgsql as $$
declare candidate bigint;
begin
  loop
    candidate := nextval('public.order_ids');
    exit when candidate not in (88888, 999999);
  end loop;
  return candidate;
end $$;

create or replace function public.apply_stock_movement() returns trigger language plpgsql as $$
begin
  update public.products set stock_e4 = stock_e4 + new.quantity_e4, updated_at = now()
  where id = new.product_id returning stock_e4 into new.balance_e4;
  return new;
end $$;
