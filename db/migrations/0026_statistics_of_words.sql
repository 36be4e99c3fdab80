-- What the filters by name, label and address compare, so that the database knows how many orders a word fits. Without them it
-- expected a few orders for a word that fits a tenth, and collected and sorted all of these instead of walking through the newest
-- ones until a page was full. They are gathered by analyze and cost a write nothing. The expressions are those of
-- features/orders/server/list-conditions.ts.
create statistics orders_name_words on (public.fold(name) || ' ' || public.phonetic_key(name)) from orders;
create statistics orders_label_words on (public.fold(label) || ' ' || public.phonetic_key(label)) from orders;
create statistics orders_address_words on (
  public.fold(concat_ws(' ', delivery_address ->> 'address', delivery_address ->> 'postcode', delivery_address ->> 'city')) || ' '
  || public.phonetic_key(concat_ws(' ', delivery_address ->> 'address', delivery_address ->> 'postcode', delivery_address ->> 'city')))
from orders;
