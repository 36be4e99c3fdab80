-- What a customer owed, or what was owed to a provider, when the company began to work here. It is a part of the balance, and no sale, no purchase
-- and no payment, so reports, VAT and the till never count it.
create table opening_balances (
  id bigint generated always as identity primary key,
  customer_id bigint references customers,
  provider_id bigint references providers,
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

alter table imports drop constraint imports_target_check;
alter table imports add constraint imports_target_check
  check (target in ('customers', 'providers', 'products', 'recipes', 'stock', 'customer-balances', 'provider-balances'));
