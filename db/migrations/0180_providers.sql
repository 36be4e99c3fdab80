-- The companies from which goods and services are bought. Their columns are those of customers, and both share one sequence of ids, so
-- that `entity_id` of a payment names exactly one of them.
create table providers (
  id bigint primary key default next_party_id(),
  name text not null check (name <> ''),
  label text not null default '',
  tax_office text not null default '',
  address text not null default '',
  city text not null default '',
  postcode text not null default '',
  country text not null default '',
  lat double precision check (lat >= -90 and lat <= 90),
  lon double precision check (lon >= -180 and lon <= 180),
  phone text not null default '',
  phone2 text not null default '',
  start_date date,
  representor text not null default '',
  -- hundredths of a percent
  discount_bp integer not null default 0 check (discount_bp >= 0 and discount_bp <= 10000),
  category text not null default '',
  vat_type_bp integer not null default 2400 check (vat_type_bp >= 0 and vat_type_bp <= 10000),
  vat text not null default '',
  social text not null default '',
  profession text not null default '',
  email text not null default '',
  tags jsonb not null default '[]' check (jsonb_typeof(tags) = 'array'),
  salesperson_id bigint references salespersons (id),
  custom_fields jsonb not null default '[]' check (jsonb_typeof(custom_fields) = 'array'),
  extra_addresses jsonb not null default '[]' check (jsonb_typeof(extra_addresses) = 'array'),
  -- true for the placeholder of external programs (C-14), which no list or picker shows
  system boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- the provider into which this one was merged
  merged_into bigint references providers (id),
  merged_at timestamptz,
  -- folded words and their phonetic form, digits of the phones, e-mail and city, as of customers
  search text generated always as (
    public.fold(name || ' ' || label || ' ' || vat || ' ' || regexp_replace(phone, '[^0-9]', '', 'g') || ' '
      || regexp_replace(phone2, '[^0-9]', '', 'g') || ' ' || email || ' ' || city)
    || ' ' || public.phonetic_key(name || ' ' || label)
  ) stored,
  constraint providers_place_check check ((lat is null) = (lon is null)),
  constraint providers_merged_check check ((merged_into is null) = (merged_at is null) and merged_into <> id)
);

create index providers_name on providers (name collate "und-x-icu", id)
  include (label, vat, phone, phone2, address, city, system, merged_into);
create index providers_label on providers (label collate "und-x-icu", id);
create index providers_vat on providers (vat, id);
create index providers_plain_vat on providers (plain_vat(vat), id);
create index providers_vat_prefix on providers (plain_vat(vat) text_pattern_ops);
create index providers_phone on providers (phone, id);
create index providers_address on providers (address collate "und-x-icu", id);
create index providers_salesperson on providers (salesperson_id) where salesperson_id is not null;
create index providers_merged on providers (merged_into) where merged_into is not null;
create index providers_beginning on providers (left(search, 10) text_pattern_ops);
create index providers_search on providers using gin (search gin_trgm_ops);
create index providers_fields on providers using gin (
  fold(name) gin_trgm_ops, fold(label) gin_trgm_ops, fold(vat) gin_trgm_ops, fold(city) gin_trgm_ops, fold(address) gin_trgm_ops,
  (regexp_replace(phone, '[^0-9]', '', 'g') || ' ' || regexp_replace(phone2, '[^0-9]', '', 'g')) gin_trgm_ops);

-- The placeholder of purchase requests that name no provider (C-14). The sequence of ids skips it.
insert into providers (id, name, label, system) values (9999, 'KERINO-INTERNAL', 'KERINO-INTERNAL', true);

-- The provider to use for an id: the one into which it was merged, or the given one.
create function kept_provider(given bigint) returns bigint
language sql stable as $$
  select coalesce((select p.merged_into from public.providers p where p.id = given), given)
$$;

-- A payment belongs to a customer, to a provider, or to a name of an older system that is neither.
alter table payments
  add column provider_id bigint references providers (id),
  add constraint payments_party_check check (customer_id is null or provider_id is null);
create index payments_provider on payments (provider_id, date, id) where provider_id is not null;
