-- What a provider sells to the company: his own code and name of a product, his last price, and how he delivers it.
create table provider_products (
  provider_id bigint not null references providers (id),
  product_id bigint not null references products (id) on delete cascade,
  code text not null default '',
  name text not null default '',
  -- the last known price of one unit after discount; null until somebody knows it
  price_e4 bigint check (price_e4 >= 0),
  -- the days between an order and its delivery; null if nobody knows them
  lead_days integer check (lead_days between 0 and 365),
  -- the smallest quantity that the provider sells, and the quantity in one pack; 0 for any
  minimum_e4 bigint not null default 0 check (minimum_e4 >= 0),
  pack_e4 bigint not null default 0 check (pack_e4 >= 0),
  -- true for the provider from whom the product is bought unless somebody chooses another one
  preferred boolean not null default false,
  -- the day of the last booked invoice with this product
  last_bought_on date,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (provider_id, product_id)
);
create index provider_products_product on provider_products (product_id);
create unique index provider_products_preferred on provider_products (product_id) where preferred;
create index provider_products_code on provider_products (provider_id, fold(code)) where code <> '';
