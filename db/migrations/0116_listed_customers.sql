-- A list of customers with a filter reads this index alone. It has all that the list shows and filters, and only the customers
-- that people can choose.
create index customers_listed on customers (name collate "und-x-icu", id)
  include (label, vat, phone, phone2, category, city) where not system and merged_into is null;
