-- Salespersons, customers, providers, sections, products and their recipes and photos, imports, merged records.

-- Files that were read to import their rows, and the outcome of each row.
create table imports (
  id bigint generated always as identity primary key,
  target text not null check (target in ('customers', 'providers', 'products', 'recipes', 'stock', 'customer-balances',
    'provider-balances', 'goods-codes')),
  name text not null,
  form text not null check (form in ('json', 'csv', 'excel')),
  headings jsonb not null,
  line_count integer not null,
  -- as they were imported; null before
  columns jsonb,
  key text,
  state text not null default 'READ' check (state in ('READ', 'DONE', 'UNDONE')),
  added integer not null default 0,
  changed integer not null default 0,
  same integer not null default 0,
  refused integer not null default 0,
  taken_back integer not null default 0,
  left_over integer not null default 0,
  user_id bigint,
  user_name text not null,
  created_at timestamptz not null,
  done_at timestamptz,
  undone_at timestamptz,
  undone_by text,
  check ((state = 'READ') = (done_at is null)),
  check ((state = 'UNDONE') = (undone_at is not null))
);
create index imports_old on imports (created_at);

create table import_lines (
  import_id bigint not null references imports (id) on delete cascade,
  line integer not null,
  cells jsonb not null,
  -- null before the import, and for a further line of a recipe
  outcome text check (outcome in ('new', 'changed', 'same', 'refused')),
  name text not null default '',
  record_id bigint,
  -- the values that the import replaced, and the version that it wrote
  before jsonb,
  version integer,
  -- why the row was refused, or why an undo left the record
  problem jsonb,
  left_over boolean not null default false,
  primary key (import_id, line)
);
-- The page of an import lists the rows of one outcome, and those that an undo left.
create index import_lines_by_outcome on import_lines (import_id, outcome, line);
create index import_lines_left on import_lines (import_id, line) where left_over;

-- What people chose for a heading, for the next file.
create table import_columns (
  target text not null,
  heading text not null,
  field text,
  primary key (target, heading)
);

-- What a person said that a text of a field is, such as a unit, for the next file of that kind. Without a value its cells are left out.
create table import_words (
  target text not null,
  field text not null,
  text text not null,
  value text,
  primary key (target, field, text)
);

-- Moving in from an earlier system: where its records come from, and how far it is.
create table move_ins (
  id bigint generated always as identity primary key,
  source text not null check (source in ('zip', 'address')),
  -- the name of the file, or the address without its key
  name text not null,
  -- the key of the address, encrypted; null for a file, and when it is not needed any more
  sealed_key text,
  state text not null check (state in ('READING', 'CHECKING', 'CHECKED', 'IMPORTING', 'DONE', 'STOPPED')),
  -- what was under way when it stopped, and why it stopped
  stopped_while text check (stopped_while in ('READING', 'CHECKING', 'IMPORTING')),
  failure jsonb,
  -- for each kind: how many records the source names, and how far they are read
  reads jsonb not null default '{}',
  -- for each kind, at the end: the outcomes, and the numbers and totals of both sides
  result jsonb,
  user_id bigint,
  user_name text not null,
  created_at timestamptz not null,
  done_at timestamptz,
  -- The counts of each kind are stored while records are read, checked and imported, so that a page does not count them every two seconds.
  counts jsonb not null default '{}',
  -- The backup that was made before the import, so that the whole move-in can be taken back.
  backup_id bigint references backups (id),
  check ((state = 'STOPPED') = (stopped_while is not null))
);

-- The records of the source, as it shows them. After the import only the refused ones stay.
create table move_in_records (
  move_in_id bigint not null references move_ins (id) on delete cascade,
  kind text not null,
  -- the place of the kind in the order of the import
  kind_no smallint not null,
  position integer not null,
  key bigint not null,
  name text not null,
  -- the amount of an order or payment, and null for other kinds
  cents bigint,
  record jsonb not null,
  -- 0 read, 1 checked, 2 imported
  stage smallint not null default 0,
  outcome text check (outcome in ('new', 'changed', 'same', 'refused')),
  problem jsonb,
  primary key (move_in_id, kind_no, key)
);
create index move_in_records_waiting on move_in_records (move_in_id, stage, kind_no, position);

-- The page of a move-in lists its refused records, which are few of many.
create index move_in_records_refused on move_in_records (move_in_id, kind_no, position) where outcome = 'refused';

-- Which record of ours a record of the earlier system became, so that a second import does not write it again. Only for kinds that
-- get numbers of their own.
create table moved_in (
  kind text not null check (kind = 'loans'),
  key bigint not null,
  record_id bigint not null,
  hash text not null,
  primary key (kind, key)
);

create table sections (
  id bigint generated by default as identity primary key,
  name text not null constraint sections_name_unique unique,
  description text not null default '',
  floor text not null default 'Ground' check (floor in ('Basement', 'Ground', '1', '2', '3', '4', '5')),
  aliases text[] not null default '{}',
  version integer not null default 1,
  account_name text constraint sections_account_name_unique unique
    constraint sections_account_name_plain check (account_name <> '' and account_name = lower(btrim(account_name))),
  -- null if it is not known
  capacity_e4 bigint check (capacity_e4 > 0),
  -- the minutes of work on a working day; null if they are not known
  capacity_minutes_e4 bigint check (capacity_minutes_e4 > 0)
);
insert into sections (name, aliases, account_name) values
  ('ΕΣΤΙΑΣΗ', '{ESTIASH,ESTIASI}', 'estiash'),
  ('ΚΟΡΜΑΚΙΑ', '{KORMAKIA}', 'kormakia'),
  ('ΦΙΤΙΛΙΑ', '{ΦΥΤΙΛΙΑ,FITILIA}', 'fitilia'),
  ('ΠΡΕΣΣΑ', '{ΠΡΕΣΑ,PRESSA}', 'pressa'),
  ('ΠΛΥΝΤΗΡΙΟ', '{PLYNTHRIO,PLYNTIRIO}', 'plyntirio'),
  ('ΤΡΙΜΑ', '{ΤΡΙΜΜΑ,TRIMA}', 'trima'),
  ('ΤΡΙΨΙΜΟ', '{TRIPSIMO}', 'tripsimo'),
  ('ΒΕΝΕΤΙΚΟ', '{BENETIKO}', 'benetiko'),
  ('ΒΑΦΗ', '{BAFH,VAFI}', 'bafh'),
  ('ΧΥΤΑ', '{XYTA,CHYTA}', 'xyta'),
  ('EXTRUDER', '{}', 'extruder'),
  ('GEMISMA', '{ΓΕΜΙΣΜΑ}', 'gemisma');

-- The account name of a section decides the rights of the accounts with this first name. When it changes, all processes read the
-- sessions again, and open connections whose rights have changed end.
create function tell_section_account() returns trigger language plpgsql as $$
begin
  perform pg_catalog.pg_notify('kerino', 'access|*');
  return null;
end $$;

create trigger sections_tell_new_account after insert on sections
  for each row when (new.account_name is not null)
  execute function tell_section_account();
create trigger sections_tell_account after update of account_name, aliases on sections
  for each row when (new.account_name is distinct from old.account_name or new.aliases is distinct from old.aliases)
  execute function tell_section_account();
create trigger sections_note_tasktypes after insert or update or delete on sections
  for each row execute function note_change('taskTypes', 'id');

create table salespersons (
  id bigint generated by default as identity primary key,
  name text not null check (name <> ''),
  surname text not null default '',
  email text not null default '',
  start_date date,
  first_discount_bp integer not null default 0 check (first_discount_bp between 0 and 10000),
  normal_discount_bp integer not null default 0 check (normal_discount_bp between 0 and 10000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create index salespersons_name on salespersons (surname collate "und-x-icu", name collate "und-x-icu", id);
create trigger salespersons_note_salespersons after insert or update or delete on salespersons
  for each row execute function note_change('salespersons', 'id');

create sequence party_ids;

-- Numbers that old programs use as placeholders are never given to a real record (ruling C-14).
create function next_party_id() returns bigint language plpgsql as $$
declare candidate bigint;
begin
  loop
    candidate := nextval('public.party_ids');
    exit when candidate not in (9999, 888888);
  end loop;
  return candidate;
end $$;

create table customers (
  id bigint default next_party_id() primary key,
  name text not null check (name <> ''),
  label text not null default '',
  tax_office text not null default '',
  address text not null default '',
  city text not null default '',
  postcode text not null default '',
  country text not null default '',
  phone text not null default '',
  phone2 text not null default '',
  start_date date,
  representor text not null default '',
  discount_bp integer not null default 0 check (discount_bp between 0 and 10000),
  category text not null default '',
  vat_type_bp integer not null default 2400 check (vat_type_bp between 0 and 10000),
  vat text not null default '',
  social text not null default '',
  profession text not null default '',
  email text not null default '',
  tags jsonb not null default '[]' check (jsonb_typeof(tags) = 'array'),
  salesperson_id bigint,
  custom_fields jsonb not null default '[]' check (jsonb_typeof(custom_fields) = 'array'),
  extra_addresses jsonb not null default '[]' check (jsonb_typeof(extra_addresses) = 'array'),
  -- placeholder records of old programs, hidden from people
  system boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- where the address is on the map, in degrees; null until somebody has shown it
  lat double precision check (lat between -90 and 90),
  lon double precision check (lon between -180 and 180),
  search text generated always as (fold(name || ' ' || label || ' ' || vat || ' ' || regexp_replace(phone, '[^0-9]', '', 'g') || ' '
    || regexp_replace(phone2, '[^0-9]', '', 'g') || ' ' || email || ' ' || city) || ' ' || phonetic_key(name || ' ' || label)) stored,
  -- the customer into which this one was merged; it stays as a row, so that old documents, links and programs that name it lead to the other
  merged_into bigint references customers (id),
  merged_at timestamptz,
  -- after how many days it pays; null for the terms that the company sets, 0 if a charge is due at once
  payment_days integer check (payment_days between 0 and 365),
  -- what it is for the tax office, if a person says it; empty for what VAT number and country say
  tax_kind text not null default '' check (tax_kind in ('', 'home', 'union', 'outside', 'private', 'public')),
  -- how it usually pays or is paid; empty for the way of the company
  payment_way text not null default '' check (payment_way in ('', 'on-credit', 'cash', 'cheque', 'transfer', 'transfer-abroad',
    'web-banking', 'card', 'iris')),
  constraint customers_merged_check check ((merged_into is null) = (merged_at is null) and merged_into <> id),
  constraint customers_place_whole check ((lat is null) = (lon is null))
);
insert into customers (id, name, label, system) values (888888, 'KERINO-INTERNAL', 'KERINO-INTERNAL', true);
alter table customers add constraint customers_salesperson_known foreign key (salesperson_id) references salespersons (id) not valid;
create index customers_label on customers (label collate "und-x-icu", id);
create index customers_vat on customers (vat, id);
create index customers_salesperson on customers (salesperson_id) where salesperson_id is not null;
create index customers_plain_vat on customers (plain_vat(vat), id);
create index customers_search on customers using gin (search gin_trgm_ops);

-- VAT numbers are found by their beginning, however they were written.
create index customers_vat_prefix on customers (plain_vat(vat) text_pattern_ops);

create index customers_phone on customers (phone, id);
create index customers_category on customers (category collate "und-x-icu", id);
create index customers_city on customers (city collate "und-x-icu", id);

-- The search of everything finds customers by one or two letters at the beginning of their search text. The trigram index would give it
-- every customer with a word that begins so. A longer beginning does not fit an index for certain.
create index customers_beginning on customers (left(search, 10) text_pattern_ops);
create index customers_merged on customers (merged_into) where merged_into is not null;

-- Finds the few customers of a rare filter. Its statistics, which `analyze` computes, tell how rare a filter is.
create index customers_fields on customers using gin (
  fold(name) gin_trgm_ops, fold(label) gin_trgm_ops, fold(vat) gin_trgm_ops, fold(city) gin_trgm_ops, fold(category) gin_trgm_ops,
  (regexp_replace(phone, '[^0-9]', '', 'g') || ' ' || regexp_replace(phone2, '[^0-9]', '', 'g')) gin_trgm_ops);
create index customers_name on customers (name collate "und-x-icu", id)
  include (label, vat, phone, phone2, category, city, system, merged_into);

-- A customer who gets other terms owes the same on other days.
create function append_debt_terms() returns trigger language plpgsql as $$
begin
  insert into public.debt_changes (customer_id) values (new.id);
  return null;
end $$;

create trigger customers_debt_terms after update of payment_days on customers
  for each row when (old.payment_days is distinct from new.payment_days) execute function append_debt_terms();
create trigger customers_note_customers after insert or update or delete on customers
  for each row execute function note_change('customers', 'id');

-- The customer to use for an id: the one into which it was merged, or the given one. A merge moves `merged_into` of
-- earlier merges too, so one step is enough.
create function kept_customer(given bigint) returns bigint
language sql stable as $$
  select coalesce((select c.merged_into from public.customers c where c.id = given), given)
$$;

-- The companies from which goods and services are bought. Their columns are those of customers, and both share one sequence of ids, so
-- that `entity_id` of a payment names exactly one of them.
create table providers (
  id bigint default next_party_id() primary key,
  name text not null check (name <> ''),
  label text not null default '',
  tax_office text not null default '',
  address text not null default '',
  city text not null default '',
  postcode text not null default '',
  country text not null default '',
  lat double precision check (lat between -90 and 90),
  lon double precision check (lon between -180 and 180),
  phone text not null default '',
  phone2 text not null default '',
  start_date date,
  representor text not null default '',
  -- hundredths of a percent
  discount_bp integer not null default 0 check (discount_bp between 0 and 10000),
  category text not null default '',
  vat_type_bp integer not null default 2400 check (vat_type_bp between 0 and 10000),
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
  search text generated always as (fold(name || ' ' || label || ' ' || vat || ' ' || regexp_replace(phone, '[^0-9]', '', 'g') || ' '
    || regexp_replace(phone2, '[^0-9]', '', 'g') || ' ' || email || ' ' || city) || ' ' || phonetic_key(name || ' ' || label)) stored,
  payment_days integer check (payment_days between 0 and 365),
  tax_kind text not null default '' check (tax_kind in ('', 'home', 'union', 'outside', 'private', 'public')),
  payment_way text not null default '' check (payment_way in ('', 'on-credit', 'cash', 'cheque', 'transfer', 'transfer-abroad',
    'web-banking', 'card', 'iris')),
  constraint providers_merged_check check ((merged_into is null) = (merged_at is null) and merged_into <> id),
  constraint providers_place_check check ((lat is null) = (lon is null))
);
insert into providers (id, name, label, system) values (9999, 'KERINO-INTERNAL', 'KERINO-INTERNAL', true);
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
create trigger providers_note_providers after insert or update or delete on providers
  for each row execute function note_change('providers', 'id');

-- The provider to use for an id: the one into which it was merged, or the given one.
create function kept_provider(given bigint) returns bigint
language sql stable as $$
  select coalesce((select p.merged_into from public.providers p where p.id = given), given)
$$;

-- What a customer owed, or what was owed to a provider, when the company began to work here. It is a part of the balance, and no sale, no
-- purchase and no payment, so reports, VAT and the till never count it.
create table opening_balances (
  id bigint generated always as identity primary key,
  customer_id bigint references customers (id),
  provider_id bigint references providers (id),
  -- positive if the customer owes it, or if it is owed to the provider
  amount_cents bigint not null,
  day date not null,
  note text not null default '',
  version integer not null default 1,
  user_id bigint,
  user_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (num_nonnulls(customer_id, provider_id) = 1)
);
-- not unique, because two merged customers may both have one
create index opening_balances_of_customers on opening_balances (customer_id) where customer_id is not null;
create index opening_balances_of_providers on opening_balances (provider_id) where provider_id is not null;
create trigger opening_balances_note_providers after insert or update or delete on opening_balances
  for each row execute function note_change('providers', 'provider_id');

-- The list of codes that an administrator loads each year. The product brings none.
create table goods_codes (
  id bigint generated by default as identity primary key,
  code text not null unique check (code ~ '^([0-9]{8}|[0-9]{10})$'),
  name text not null,
  from_day date,
  to_day date,
  version integer not null default 1,
  search text generated always as (fold(code || ' ' || name) || ' ' || phonetic_key(name)) stored
);
create index goods_codes_search on goods_codes using gin (search gin_trgm_ops);
create index goods_codes_begins on goods_codes (code text_pattern_ops);

create table products (
  id bigint generated by default as identity primary key,
  name text not null check (name <> ''),
  sku text not null default '',
  provsku text not null default '',
  epsilon_code text not null default '',
  barcode text not null default '',
  description text not null default '',
  usage_type text not null default 'COMPLETE-PRODUCT' check (usage_type in ('MATERIAL', 'PURCHASED-MATERIAL', 'COMPLETE-PRODUCT')),
  category text not null default '',
  vat_bp integer not null default 2400 check (vat_bp between 0 and 10000),
  vat_class text not null default '',
  b2b_sales_price_e4 bigint not null default 0 check (b2b_sales_price_e4 >= 0),
  sales_price_e4 bigint not null default 0 check (sales_price_e4 >= 0),
  cost_price_e4 bigint not null default 0 check (cost_price_e4 >= 0),
  cost_margin_bp integer not null default 0 check (cost_margin_bp between 0 and 100000),
  -- equals the sum of the product's stock movements at every commit
  stock_e4 bigint not null default 0,
  unit text not null default 'Item' check (unit in ('KG', 'Gram', 'Meter', 'CM', 'MM', 'Litter', 'CubicM', 'Item')),
  photos jsonb not null default '[]' check (jsonb_typeof(photos) = 'array'),
  overridable boolean not null default false,
  lendable boolean not null default false,
  customer_id bigint references customers (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- A barcode stands for one product. Products that shared one before that was demanded keep it: the first by its number holds it, the
  -- others are marked until their barcode is written anew.
  barcode_shared boolean not null default false,
  search text generated always as (fold(name || ' ' || sku || ' ' || provsku || ' ' || epsilon_code || ' ' || barcode || ' '
    || description || ' ' || category) || ' ' || phonetic_key(name)) stored,
  -- Where it lies, as people name it: A2, A10, "cold room". Picking lists are sorted by the part of the store, the floor and the shelf.
  shelf text not null default '',
  service boolean not null default false,
  store_part text not null default '',
  store_floor text not null default '',
  -- The time of its last movement. The stock at a past moment is the balance of the last movement before it, which an index finds, so the
  -- movements of a product stand in the order of their time. Clocks of several servers may differ, and a command may begin before another
  -- and end after it: a movement with an earlier time than the one before it gets that one's time.
  moved_at timestamptz,
  -- in its own unit; it is running out when what is free and what is on its way are less
  reorder_point_e4 bigint check (reorder_point_e4 >= 0),
  -- the code of goods: eight digits of the combined nomenclature (CN) or ten of TARIC
  cn_code text check (cn_code ~ '^([0-9]{8}|[0-9]{10})$'),
  -- how many movements took it out of the house, so that a list sorted by it costs what it shows and not what was ever moved
  times_left integer not null default 0,
  constraint products_service_has_no_stock check (not service or (stock_e4 = 0 and not lendable))
) with (fillfactor = 85);

-- Returns a barcode as it is compared with others: a number of the standard for goods (GTIN) with all its leading zeros, and any other code
-- as it is written. kernel/barcode.ts does the same.
create function barcode_key(value text) returns text language sql immutable strict parallel safe as $$
  select case when value ~ '^([0-9]{8}|[0-9]{12,14})$' then lpad(value, 14, '0') else value end
$$;

create index products_name on products (name collate "und-x-icu", id);
create index products_sku on products (sku, id);
create index products_category on products (category collate "und-x-icu", id);
create unique index products_barcode_unique on products (barcode) where barcode <> '' and not barcode_shared;
create index products_search on products using gin (search gin_trgm_ops);

-- What a merge must find without reading the whole table.
create index products_customer on products (customer_id) where customer_id is not null;

-- The picker of products opens with the first goods for sale by name, and that of materials and boxes with the first of these. Each
-- index has its products in that order.
create index products_picked on products ((usage_type = 'COMPLETE-PRODUCT') desc, name collate "und-x-icu", id);
create index products_not_for_sale on products (name collate "und-x-icu", id) where usage_type <> 'COMPLETE-PRODUCT';

-- Finds the products that name a photo.
create index products_photos on products using gin (photos jsonb_path_ops);
create index products_shelf on products (shelf, id) where shelf <> '';
create index products_reorder on products (id) where reorder_point_e4 is not null;
create index products_lendable on products (id) where lendable;
create index products_sku_key on products (look_alike_key(sku)) where sku <> '';

-- A barcode may be stored with and without its leading zero already, also in an older backup, so this index is not unique.
create index products_barcode_key on products (barcode_key(fold(barcode))) where barcode <> '';

-- a line of a supplier's file names a product by its barcode, its SKU or this code
create index products_provsku_key on products (fold(provsku)) where provsku <> '';
create index products_cn_code on products (cn_code, id);

-- A product that gets another name or SKU is found by it in every order that is still under way. Orders that have ended
-- keep the name under which they were sold, as their papers do: there may be tens of thousands of them.
create function keep_goods_of_product() returns trigger language plpgsql as $$
begin
  perform public.keep_order_goods((
    select array_agg(distinct l.order_id) from public.order_lines l join public.orders o on o.id = l.order_id
    where l.product_id = new.id and o.status not in ('OFFER-DELETE', 'SHIPPED', 'CANCELED', 'FINISHED')));
  return null;
end $$;

create function forget_received_cost() returns trigger language plpgsql as $$
begin
  delete from public.received_costs where product_id = new.id;
  return null;
end $$;

create trigger products_keep_goods after update of name, sku on products
  for each row when (old.name <> new.name or old.sku <> new.sku) execute function keep_goods_of_product();
create trigger products_cost_changed after update of cost_price_e4 on products
  for each row when (old.cost_price_e4 is distinct from new.cost_price_e4)
  execute function forget_received_cost();
create trigger products_note_products after insert or update or delete on products
  for each row execute function note_change('products', 'id');

-- A product is below its margin if its lowest sale price leaves less than the least margin of the company, or less than its cost.
-- The same rule as isBelowMargin of features/products/domain/margin.ts. A price of 0 is one that the product does not have.
create function is_below_margin(sales_e4 bigint, b2b_e4 bigint, cost_e4 bigint, least_bp int) returns boolean
  language sql immutable parallel safe as
$$ select coalesce(
  cost_e4 > price or round((price - cost_e4) * 10000.0 / price) < least_bp, false)
  from (select least(nullif(greatest(sales_e4, 0), 0), nullif(greatest(b2b_e4, 0), 0)) as price) lowest $$;

-- The only definition of a product that is running out: is_low(free, on its way, reorder point).
create function is_low(free_e4 numeric, incoming_e4 numeric, reorder_point_e4 numeric) returns boolean
  language sql immutable parallel safe as
$$ select coalesce(free_e4 + incoming_e4 < reorder_point_e4, false) $$;

-- Whether what is left after a need is too little. One ten-thousandth may come of rounding alone (C-52).
-- Its twin is isShort in features/stock/domain/availability.ts.
create function is_short(left_e4 numeric) returns boolean language sql immutable parallel safe as
$$ select left_e4 < -1 $$;

-- Lets new customers, providers or products be numbered after a number that an import keeps, unless they are already.
create function number_records_after(sequence_name text, given bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext(sequence_name));
  perform setval(sequence_name::regclass, given)
  where given > coalesce(pg_sequence_last_value(sequence_name::regclass), 0);
end $$;

-- Contested: there is enough on the shelf, but too little of it is free of promises to other orders (C-11, C-77).
-- The rule stands in features/stock/domain/availability.ts; a test compares the two.
create function is_contested(stock_e4 numeric, needed_e4 numeric, free_e4 numeric) returns boolean
language sql immutable parallel safe as
$$ select not public.is_short(stock_e4 - needed_e4) and public.is_short(free_e4 - needed_e4) $$;

-- Returns the factor by which a quantity in one unit is multiplied to be in another; null for unlike families. A test compares it
-- with features/products/domain/units.ts.
create function unit_factor(from_unit text, to_unit text) returns numeric
language sql immutable strict parallel safe
as $$
  select case
    when from_unit = to_unit then 1
    when (from_unit, to_unit) in (('KG', 'Gram'), ('Meter', 'MM'), ('CubicM', 'Litter')) then 1000
    when (from_unit, to_unit) in (('Gram', 'KG'), ('MM', 'Meter'), ('Litter', 'CubicM')) then 0.001
    when (from_unit, to_unit) = ('Meter', 'CM') then 100
    when (from_unit, to_unit) = ('CM', 'Meter') then 0.01
    when (from_unit, to_unit) = ('CM', 'MM') then 10
    when (from_unit, to_unit) = ('MM', 'CM') then 0.1
  end
$$;

-- What making one unit takes, step by step; each step is one section's work.
create table requirement_steps (
  product_id bigint not null references products (id),
  seq integer not null check (seq >= 1),
  section text not null,
  -- the minutes for one unit of the product; null if they are not known
  minutes_e4 bigint check (minutes_e4 > 0),
  primary key (product_id, seq)
);
-- The data API names the sections of the goods of each shown order. An index with the section is read instead of the steps.
create index requirement_steps_sections on requirement_steps (product_id, seq) include (section);
create trigger requirement_steps_note_products after insert or update or delete on requirement_steps
  for each row execute function note_change('products', 'product_id');

create table requirement_materials (
  product_id bigint not null,
  seq integer not null,
  line_no integer not null,
  material_id bigint not null references products (id),
  quantity_e4 bigint not null check (quantity_e4 > 0),
  -- as it was typed; it may be another than that of the material
  unit text not null check (unit in ('KG', 'Gram', 'Meter', 'CM', 'MM', 'Litter', 'CubicM', 'Item')),
  primary key (product_id, seq, line_no),
  foreign key (product_id, seq) references requirement_steps (product_id, seq) on delete cascade,
  check (material_id <> product_id)
);
create index requirement_materials_material on requirement_materials (material_id);
create trigger requirement_materials_note_products after insert or update or delete on requirement_materials
  for each row execute function note_change('products', 'product_id');

-- Photos of products. `products.photos` names them by key, in their order; the bytes are in a table of their own, or in
-- the object store.
create table photos (
  key text primary key check (key ~ '^images/[0-9]{13}-[0-9a-f]{32}[.]jpg$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- The alternative text.
  caption text not null default '',
  -- True if the bytes are in the object store and not in photo_contents.
  in_store boolean not null,
  user_id bigint references users (id),
  user_name text not null,
  created_at timestamptz not null,
  -- Since when no product names the photo. The nightly job sets it, and deletes the photo after some days.
  unused_since timestamptz
);
create index photos_unused on photos (unused_since) where unused_since is not null;

-- The photos that products may name.
create view stored_photos as select key from photos;

create table photo_contents (
  key text not null references photos (key) on delete cascade,
  size text not null check (size in ('small', 'medium', 'large')),
  content bytea not null,
  primary key (key, size)
);
alter table photo_contents alter column content set storage external;

create table photo_uses (
  key text not null references photos (key),
  -- the kind of record, as the history names it: tasks
  entity text not null,
  entity_id bigint not null,
  primary key (key, entity, entity_id)
);
create index photo_uses_record on photo_uses (entity, entity_id);

-- Photos whose bytes the object store still has to delete.
create table deleted_photos (
  key text primary key,
  deleted_at timestamptz not null default now()
);

create table merges (
  id bigint generated by default as identity primary key,
  -- the kind of record: 'customers'
  entity text not null,
  kept_id bigint not null,
  merged_id bigint not null,
  -- the names of both at that time
  kept_name text not null,
  merged_name text not null,
  -- the fields of the kept record that the merge changed, each with the old and the new value
  fields jsonb not null default '{}',
  -- how many records moved, by the name of the reference
  moved jsonb not null default '{}',
  user_id bigint references users (id),
  user_name text not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by text,
  check (merged_id <> kept_id)
);
create index merges_kept on merges (entity, kept_id, id desc);
create unique index merges_standing on merges (entity, merged_id) where undone_at is null;

-- The ids of the records that a merge moved, so that exactly these can be moved back. Deleted when the time to undo ends.
create table merged_references (
  merge_id bigint not null references merges (id) on delete cascade,
  name text not null,
  ids bigint[] not null,
  primary key (merge_id, name)
);
