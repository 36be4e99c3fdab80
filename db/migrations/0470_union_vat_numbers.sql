-- The last answer of VIES to a VAT number of another country of the European Union.
create table vies_answers (
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- without the code of the country
  vat text not null,
  valid boolean not null,
  name text not null,
  address text not null,
  -- the number of the consultation, which proves it; empty if VIES gave none
  request_id text not null,
  asked_at timestamptz not null,
  primary key (country, vat)
);
create index vies_answers_asked on vies_answers (asked_at);
