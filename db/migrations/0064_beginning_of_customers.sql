-- The search of everything finds customers by one or two letters at the beginning of their search text. The trigram index gave it every
-- customer with a word that begins so, and all of them were read. A longer beginning does not fit an index for certain.
create index customers_beginning on customers (left(search, 10) text_pattern_ops);
