-- Orders, the ledger of the stock, counts, loans.

-- Whether an order of this status was promised its goods: from the day it is written until it is packed (C-11). The
-- statuses are PROMISED_STATUSES in features/orders/domain/order.ts.
create function is_promised(status text) returns boolean language sql immutable parallel safe as
$$ select status in ('PENDING-STOCK', 'STOCK-OK', 'TO-PACKAGE') $$;

create sequence order_ids;

-- Taking the next number and raising it exclude each other for that moment, so that a number that was given is not given
-- again. The locks are those of the session: kept until the commit they would make new orders wait for a whole import.
create function next_order_id() returns bigint language plpgsql as $$
declare candidate bigint;
begin
  perform pg_advisory_lock_shared(hashtext('order_ids'));
  begin
    loop
      candidate := nextval('public.order_ids');
      exit when candidate not in (88888, 999999);
    end loop;
  exception when query_canceled or others then
    perform pg_advisory_unlock_shared(hashtext('order_ids'));
    raise;
  end;
  perform pg_advisory_unlock_shared(hashtext('order_ids'));
  return candidate;
end $$;

create table orders (
  id bigint default next_order_id() primary key,
  status text not null check (status in ('OFFER', 'OFFER-DELETE', 'PENDING-STOCK', 'STOCK-OK', 'TO-PACKAGE', 'PACKAGED',
    'READY-TO-INVOICE', 'PARKED', 'INVOICED', 'ON SHIPPING', 'SHIPPED', 'RETURNED', 'CANCELED', 'FINISHED')),
  customer_id bigint not null references customers (id),
  -- the customer's name and label when the order was written, as printed on its papers
  name text not null,
  label text not null default '',
  description text not null default '',
  driver_note text not null default '',
  delivery_address jsonb not null default '{}',
  -- wall clock of Athens
  expected_delivery_at timestamp without time zone,
  valid_until date,
  refcode text,
  -- driver, type, car, extra
  shipping jsonb not null default '{}',
  shipping_by text not null default '',
  packaged_by text not null default '',
  packaged_at timestamptz,
  -- how it was invoiced and the day of it (ruling C-42)
  invoice_mode text check (invoice_mode in ('red', 'epsilon')),
  invoice_reason text,
  invoiced_on date,
  services jsonb not null default '[]',
  -- sums of the lines below, kept by the rules (ruling C-47)
  line_count integer not null default 0,
  quantity_e4 bigint not null default 0,
  products_cents bigint not null default 0,
  vat_cents bigint not null default 0,
  total_cents bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- The order whose undelivered pieces this one carries (ruling C-27), and the one under whose number all of them were
  -- invoiced: the same, or where the chain began.
  follows_order_id bigint references orders (id),
  invoice_order_id bigint references orders (id),
  -- Orders that were finished before this system began, imported by an administrator with everything as it was (C-76).
  historic boolean not null default false,
  -- SKUs and names of the lines as they say them and as the products are called now, folded and by sound.
  goods text not null default '',
  search text generated always as (fold(name || ' ' || label || ' ' || description || ' ' || driver_note || ' '
    || coalesce(delivery_address ->> 'address', '') || ' ' || coalesce(delivery_address ->> 'postcode', '') || ' '
    || coalesce(delivery_address ->> 'city', '')) || ' ' || phonetic_key(name || ' ' || label || ' '
    || coalesce(delivery_address ->> 'address', '') || ' ' || coalesce(delivery_address ->> 'city', ''))) stored,
  -- the same text as in the columns search and goods
  words tsvector generated always as (words_of(goods || ' ' || fold(name || ' ' || label || ' ' || description || ' ' || driver_note
    || ' ' || coalesce(delivery_address ->> 'address', '') || ' ' || coalesce(delivery_address ->> 'postcode', '') || ' '
    || coalesce(delivery_address ->> 'city', '')) || ' ' || phonetic_key(name || ' ' || label || ' '
    || coalesce(delivery_address ->> 'address', '') || ' ' || coalesce(delivery_address ->> 'city', '')))) stored not null,
  -- The number of parcels that the goods of an order were packed into. It is counted at packaging, and 1 until then.
  parcels integer not null default 1 check (parcels between 1 and 99),
  -- the earliest day on which the goods could be ready, as the person was told when the delivery was decided; null if nobody was told
  ready_on date,
  -- The day on which an order was delivered. An order without an invoice is a sale of this day (C-70).
  shipped_on date,
  -- A hash of what a program sent when it imported an order, so that the same import again changes nothing. Null for all other orders.
  import_hash text,
  -- The sum of what issued credit notes in part took back of an order.
  credited_cents bigint not null default 0 check (credited_cents >= 0),
  payment_way text not null default '' check (payment_way in ('', 'on-credit', 'cash', 'cheque', 'transfer', 'transfer-abroad',
    'web-banking', 'card', 'iris')),
  -- Open orders that move in from an earlier system which had packed them: they move neither stock nor loans here (C-94). An order that is
  -- opened again is packed here, so it loses the mark.
  packed_earlier boolean not null default false,
  check (follows_order_id is not null or invoice_order_id is null),
  constraint orders_historic_ended check (not historic or status in ('SHIPPED', 'CANCELED', 'FINISHED')),
  constraint orders_invoice_mode_known check (historic or status not in ('INVOICED', 'ON SHIPPING', 'SHIPPED') or invoice_mode is not null),
  constraint orders_packed_earlier_open check (not (packed_earlier and historic)),
  constraint orders_packer_known check (status not in ('PACKAGED', 'READY-TO-INVOICE') or packaged_by <> '' or packed_earlier),
  constraint orders_totals_add_up check (historic or total_cents = products_cents + vat_cents)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.002, autovacuum_vacuum_threshold = 500, vacuum_index_cleanup = on);
alter table orders alter column words set storage main;
create index orders_customer on orders (customer_id, id desc);
create index orders_follows on orders (follows_order_id) where follows_order_id is not null;
create index orders_status on orders (status, id);

-- what waits to be packed, planned or produced, by the day of delivery
create index orders_status_delivery on orders (status, expected_delivery_at, id);
create index orders_created on orders (created_at, id);
create index orders_name on orders (name collate "und-x-icu", id);
create index orders_label on orders (label collate "und-x-icu", id);
create index orders_address on orders (((delivery_address ->> 'address')) collate "und-x-icu", id);
create index orders_line_count on orders (line_count, id);
create index orders_products on orders (products_cents, id);
create index orders_vat on orders (vat_cents, id);
create index orders_total on orders (total_cents, id);
create index orders_invoiced on orders (invoiced_on, id);
create index orders_words on orders using gin (words);

-- Lists of open orders are sorted by any column. This index contains every column of a sort, so the database sorts all open
-- orders without reading them, and then reads only the rows of the page. Most orders are closed and have no entry here. The
-- address is a part of the key, because the database reads an expression of an index only in the order of the index.
create index orders_open on orders (status, (delivery_address ->> 'address') collate "und-x-icu", id)
  include (created_at, name, label, expected_delivery_at, line_count, products_cents, vat_cents, total_cents, invoiced_on)
  where status not in ('SHIPPED', 'CANCELED', 'FINISHED', 'OFFER-DELETE');
create index orders_delivery on orders (expected_delivery_at, id) include (status, quantity_e4);

-- the sums of the customer totals without the orders themselves
create index orders_shipped on orders (customer_id) include (id, total_cents, credited_cents, invoiced_on, shipped_on, created_at)
  where status = 'SHIPPED';

-- What the filters by name, label and address compare, so that the database knows how many orders a word fits, and walks through the newest
-- ones until a page is full if it fits many. They are gathered by analyze and cost a write nothing. The expressions are those of
-- features/orders/server/list-conditions.ts.
create statistics orders_address_words on (
  fold(concat_ws(' ', delivery_address ->> 'address', delivery_address ->> 'postcode', delivery_address ->> 'city')) || ' '
  || phonetic_key(concat_ws(' ', delivery_address ->> 'address', delivery_address ->> 'postcode', delivery_address ->> 'city')))
from orders;
create statistics orders_label_words on (fold(label) || ' ' || phonetic_key(label)) from orders;
create statistics orders_name_words on (fold(name) || ' ' || phonetic_key(name)) from orders;

create function promise_order() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if public.is_promised(new.status) then
    insert into public.promised_lines (product_id, order_id, lent, line_no, quantity_e4)
    select product_id, order_id, false, line_no, quantity_e4 from public.order_lines
    where order_id = new.id and not service
    union all
    select product_id, order_id, true, line_no, quantity_e4 from public.order_loans where order_id = new.id;
  else
    delete from public.promised_lines p using public.order_goods g
    where g.order_id = new.id and p.product_id = g.product_id and p.order_id = new.id;
  end if;
  return null;
end $$;

create function keep_words_of_new_orders() returns trigger language plpgsql as $$
begin
  insert into public.order_words
  select distinct unnest(tsvector_to_array(words)) from written on conflict do nothing;
  insert into public.order_texts select id, public.words_of(search) from written;
  return null;
end $$;

create function keep_words_of_order() returns trigger language plpgsql as $$
begin
  insert into public.order_words select unnest(tsvector_to_array(new.words)) on conflict do nothing;
  return null;
end $$;

create function keep_texts_of_order() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  delete from public.order_texts where id = old.id;
  if tg_op = 'UPDATE' then
    insert into public.order_texts values (new.id, public.words_of(new.search));
  end if;
  return null;
end $$;

-- A parcel that an order has lost is not loaded. Without this, its tick would come back with a later parcel of the same number, which nobody
-- has loaded.
create function forget_removed_parcels() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  delete from public.loaded_parcels where order_id = new.id and parcel > new.parcels;
  return null;
end $$;

create trigger orders_promise after update of status on orders
  for each row when (is_promised(old.status) <> is_promised(new.status)) execute function promise_order();
create trigger orders_keep_words after insert on orders
  referencing new table as written for each statement execute function keep_words_of_new_orders();
create trigger orders_keep_changed_words after update of name, label, description, driver_note, delivery_address, goods on orders
  for each row when (old.words is distinct from new.words) execute function keep_words_of_order();
create trigger orders_keep_changed_texts after update of id, name, label, description, driver_note, delivery_address on orders
  for each row when (old.id <> new.id or old.search <> new.search) execute function keep_texts_of_order();
create trigger orders_forget_texts after delete on orders for each row execute function keep_texts_of_order();
create trigger orders_forget_removed_parcels after update of parcels on orders
  for each row when (new.parcels < old.parcels) execute function forget_removed_parcels();
create trigger orders_note_custorders after insert or update or delete on orders
  for each row execute function note_change('custorders', 'id');

-- Returns the key under which an order is found by its goods, given by what they are called: folded and by sound.
create function goods_key(names text[], skus text[]) returns text language plpgsql stable as $$
begin
  return coalesce((
    select public.fold(string_agg(distinct name || ' ' || sku, ' ')) || ' ' || public.phonetic_key(string_agg(distinct name, ' '))
    from unnest(names, skus) called (name, sku)), '');
end $$;

-- Lets new orders be numbered after the given number, unless they are already.
create function number_orders_after(given bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_lock(hashtext('order_ids'));
  begin
    perform setval('public.order_ids', given)
    from public.order_ids where given > last_value or (given = last_value and not is_called);
  exception when query_canceled or others then
    perform pg_advisory_unlock(hashtext('order_ids'));
    raise;
  end;
  perform pg_advisory_unlock(hashtext('order_ids'));
end $$;

-- The day of a sale (C-70): of the invoice, otherwise of the delivery, otherwise the stated day of an imported order.
create function sale_day(invoiced_on date, shipped_on date, created_at timestamptz) returns date
  language sql immutable parallel safe
  return coalesce(invoiced_on, shipped_on, (created_at at time zone 'Europe/Athens')::date);

create table order_lines (
  order_id bigint not null references orders (id),
  line_no integer not null check (line_no >= 1),
  product_id bigint not null references products (id),
  name text not null,
  sku text not null default '',
  unit text not null,
  vat_bp integer not null,
  sales_price_e4 bigint not null check (sales_price_e4 >= 0),
  cost_price_e4 bigint not null,
  quantity_e4 bigint not null check (quantity_e4 > 0),
  total_cents bigint not null,
  vat_cents bigint not null,
  -- a free text, such as that of a ribbon, printed with the line
  note text not null default '',
  -- A line keeps what its product was on the day it was written, like its name and VAT.
  service boolean not null default false,
  lost boolean not null default false,
  -- what the VAT of the line contains of the VAT of all lines of its rate (C-93)
  vat_rounding_cents bigint not null default 0,
  primary key (order_id, line_no),
  constraint order_lines_lost check (service or not lost)
);
create index order_lines_product on order_lines (product_id, order_id);
create index order_lines_lost on order_lines (order_id) where lost;

-- Compares the goods of an order with those of the lines written to it, which the trigger has at hand. A new order is written
-- with its goods, so they are equal and nothing else is read. If the written lines alone give the stored goods, all lines give them too.
create function keep_goods_of_new_lines() returns trigger language plpgsql set enable_seqscan = off as $$
declare differing bigint[];
begin
  select array_agg(o.id) into differing
  from (
    select w.order_id, public.goods_key(array_agg(called.name), array_agg(called.sku)) as goods
    from written w join public.products p on p.id = w.product_id
    cross join lateral (values (w.name, w.sku), (p.name, p.sku)) called (name, sku)
    group by w.order_id) g
  join public.orders o on o.id = g.order_id
  where o.goods <> g.goods;
  if differing is not null then
    perform public.keep_order_goods(differing);
  end if;
  return null;
end $$;

create function keep_goods_of_changed_lines() returns trigger language plpgsql as $$
begin
  perform public.keep_order_goods((
    select array_agg(distinct order_id) from (select order_id from written union all select order_id from removed) both_sides));
  return null;
end $$;

create function keep_goods_of_old_lines() returns trigger language plpgsql as $$
begin
  perform public.keep_order_goods((select array_agg(distinct order_id) from removed));
  return null;
end $$;

-- The lines of an order that waits are promised, except services. Lines and loans share these functions, and loans have
-- no column `service`, so the trigger says which rows to take.
create function promise_new_lines() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if tg_argv[0]::boolean then
    insert into public.promised_lines (product_id, order_id, lent, line_no, quantity_e4)
    select w.product_id, w.order_id, true, w.line_no, w.quantity_e4
    from written w join public.orders o on o.id = w.order_id where public.is_promised(o.status);
  else
    insert into public.promised_lines (product_id, order_id, lent, line_no, quantity_e4)
    select w.product_id, w.order_id, false, w.line_no, w.quantity_e4
    from written w join public.orders o on o.id = w.order_id where public.is_promised(o.status) and not w.service;
  end if;
  return null;
end $$;

create function promise_changed_lines() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  delete from public.promised_lines p using removed r
  where p.product_id = r.product_id and p.order_id = r.order_id and p.lent = tg_argv[0]::boolean and p.line_no = r.line_no;
  if tg_argv[0]::boolean then
    insert into public.promised_lines (product_id, order_id, lent, line_no, quantity_e4)
    select w.product_id, w.order_id, true, w.line_no, w.quantity_e4
    from written w join public.orders o on o.id = w.order_id where public.is_promised(o.status);
  else
    insert into public.promised_lines (product_id, order_id, lent, line_no, quantity_e4)
    select w.product_id, w.order_id, false, w.line_no, w.quantity_e4
    from written w join public.orders o on o.id = w.order_id where public.is_promised(o.status) and not w.service;
  end if;
  return null;
end $$;

create function unpromise_old_lines() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  delete from public.promised_lines p using removed r
  where p.product_id = r.product_id and p.order_id = r.order_id and p.lent = tg_argv[0]::boolean and p.line_no = r.line_no;
  return null;
end $$;

create trigger order_lines_keep_goods after insert on order_lines
  referencing new table as written for each statement execute function keep_goods_of_new_lines();
create trigger order_lines_keep_goods_changed after update on order_lines
  referencing old table as removed new table as written for each statement execute function keep_goods_of_changed_lines();
create trigger order_lines_keep_goods_removed after delete on order_lines
  referencing old table as removed for each statement execute function keep_goods_of_old_lines();
create trigger order_lines_promise after insert on order_lines
  referencing new table as written for each statement execute function promise_new_lines(false);
create trigger order_lines_promise_changed after update on order_lines
  referencing old table as removed new table as written for each statement execute function promise_changed_lines(false);
create trigger order_lines_promise_removed after delete on order_lines
  referencing old table as removed for each statement execute function unpromise_old_lines(false);
create trigger order_lines_note_custorders after insert or update or delete on order_lines
  for each row execute function note_change('custorders', 'order_id');

-- What an order lends: a lendable material that leaves with a product and is expected back.
create table order_loans (
  order_id bigint not null references orders (id),
  line_no integer not null check (line_no >= 1),
  product_id bigint not null references products (id),
  origin_product_id bigint references products (id),
  name text not null,
  sku text not null default '',
  unit text not null,
  cost_price_e4 bigint not null default 0,
  quantity_e4 bigint not null check (quantity_e4 > 0),
  primary key (order_id, line_no)
);
create index order_loans_product on order_loans (product_id);

-- Finds the lent items that a product brings along. A change of its unit asks for them.
create index order_loans_origin on order_loans (origin_product_id) where origin_product_id is not null;
create trigger order_loans_promise after insert on order_loans
  referencing new table as written for each statement execute function promise_new_lines(true);
create trigger order_loans_promise_changed after update on order_loans
  referencing old table as removed new table as written for each statement execute function promise_changed_lines(true);
create trigger order_loans_promise_removed after delete on order_loans
  referencing old table as removed for each statement execute function unpromise_old_lines(true);
create trigger order_loans_note_custorders after insert or update or delete on order_loans
  for each row execute function note_change('custorders', 'order_id');

-- What orders take from the stock: without services.
create view order_goods as
  select order_id, product_id, name, quantity_e4, false as lent from order_lines where not service
  union all
  select order_id, product_id, name, quantity_e4, true as lent from order_loans;

-- What each order wants of each product.
create view order_needs as
  select order_id, product_id, min(name) as name, sum(quantity_e4)::bigint as quantity_e4
  from order_goods group by order_id, product_id;

-- Writes the goods of orders from their lines. In plpgsql, which keeps the plans of its statements.
create function keep_order_goods(ids bigint[]) returns void language plpgsql as $$
begin
  update public.orders o set goods = g.goods
  from (
    select wanted.id, public.goods_key(array_agg(called.name), array_agg(called.sku)) as goods
    from (select distinct unnest(ids) as id) wanted
    left join (public.order_lines l join public.products p on p.id = l.product_id
      cross join lateral (values (l.name, l.sku), (p.name, p.sku)) called (name, sku)) on l.order_id = wanted.id
    group by wanted.id) g
  where o.id = g.id and o.goods <> g.goods;
end $$;

-- Every word of any order, so that a search finds the words that contain a fragment. Words are never removed: one that no order has
-- finds none.
create table order_words (
  word text primary key
);
create index order_words_fragments on order_words using gin (word gin_trgm_ops);

create table order_texts (
  id bigint primary key,
  words tsvector not null
);
create index order_texts_words on order_texts using gin (words);

-- What a credit note in part takes back of an order. A credit note belongs to a second order too if the order was delivered in part after
-- it. One that takes back the whole order cancels it, and has no row here.
create table credits (
  id bigint generated always as identity primary key,
  document_id bigint not null,
  order_id bigint not null references orders (id),
  net_cents bigint not null check (net_cents >= 0),
  vat_cents bigint not null check (vat_cents >= 0),
  total_cents bigint not null,
  issued_on date,
  unique (document_id, order_id),
  check (total_cents = net_cents + vat_cents)
);
create index credits_of_order on credits (order_id);

create table credit_lines (
  credit_id bigint not null references credits (id),
  line_no integer not null,
  product_id bigint not null,
  quantity_e4 bigint not null check (quantity_e4 > 0),
  net_cents bigint not null check (net_cents >= 0),
  vat_cents bigint not null check (vat_cents >= 0),
  primary key (credit_id, line_no)
);

-- The ledger: every change of a stock figure, written in the transaction that changes it (ruling C-11).
create table stock_movements (
  id bigint generated by default as identity primary key,
  product_id bigint not null references products (id),
  quantity_e4 bigint not null check (quantity_e4 <> 0),
  balance_e4 bigint not null default 0,
  reason text not null check (reason in ('opening', 'packaged', 'lent', 'restored', 'lent-restored', 'returned', 'produced', 'consumed',
    'received', 'counted', 'washed', 'purchased', 'purchase-canceled', 'api')),
  order_id bigint,
  note text,
  user_id bigint references users (id),
  user_name text not null,
  at timestamptz not null default now(),
  count_id bigint,
  -- the task that produced or consumed the goods
  task_id bigint,
  invoice_id bigint
);
create index stock_movements_order on stock_movements (order_id) where order_id is not null;
create index stock_movements_product on stock_movements (product_id, at desc, id desc);
create index stock_movements_count on stock_movements (count_id) where count_id is not null;
create index stock_movements_task on stock_movements (task_id) where task_id is not null;
create index stock_movements_invoice on stock_movements (invoice_id) where invoice_id is not null;

-- The stock of a product follows its movements (decision 5). Goods leave the house when they are packaged for an order or lent with it.
create function apply_stock_movements() returns trigger language plpgsql set enable_seqscan = off as $$
declare wrong bigint[]; balances bigint[]; moments timestamptz[];
begin
  with moved as (
    update public.products p
    set stock_e4 = p.stock_e4 + s.quantity_e4, moved_at = greatest(p.moved_at, s.at), times_left = p.times_left + s.times, updated_at = now()
    from (
      select product_id, sum(quantity_e4)::bigint as quantity_e4, max(at) as at,
        count(*) filter (where reason in ('packaged', 'lent') and written.quantity_e4 < 0)::int as times
      from written group by product_id) s
      join public.products earlier on earlier.id = s.product_id
    where p.id = s.product_id
    returning p.id, p.stock_e4, earlier.moved_at)
  select array_agg(id), array_agg(right_e4), array_agg(right_at) into wrong, balances, moments
  from (
    select w.id, w.balance_e4, w.at,
      m.stock_e4 - sum(w.quantity_e4) over (partition by w.product_id order by w.id desc) + w.quantity_e4 as right_e4,
      greatest(m.moved_at, max(w.at) over (partition by w.product_id order by w.id)) as right_at
    from written w join moved m on m.id = w.product_id) given
  where balance_e4 <> right_e4 or at <> right_at;
  if wrong is not null then
    update public.stock_movements m set balance_e4 = f.balance_e4, at = f.at
    from unnest(wrong, balances, moments) f (id, balance_e4, at) where m.id = f.id;
  end if;
  return null;
end $$;

create function add_lent_movements() returns trigger language plpgsql as $$
begin
  insert into public.lent_sums (product_id, moved_e4)
  select product_id, sum(quantity_e4) from new_rows where reason in ('lent', 'lent-restored', 'washed')
  group by product_id order by product_id
  on conflict (product_id) do update set moved_e4 = public.lent_sums.moved_e4 + excluded.moved_e4;
  return null;
end $$;

create trigger stock_movements_apply after insert on stock_movements
  referencing new table as written for each statement execute function apply_stock_movements();
create trigger stock_movements_lent after insert on stock_movements
  referencing new table as new_rows for each statement execute function add_lent_movements();

-- The lines and loans of promised orders. It names no foreign keys, since every row mirrors one that has them. The product
-- comes first in the only index: rows are asked for by product, and removed by what the order sells and lends.
create table promised_lines (
  product_id bigint not null,
  order_id bigint not null,
  lent boolean not null,
  line_no integer not null,
  quantity_e4 bigint not null,
  primary key (product_id, order_id, lent, line_no)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
-- What a list of products reads of the promised lines: the quantities of a product from the index alone.
create index promised_lines_sum on promised_lines (product_id) include (quantity_e4);

-- The join is left out of the plan where nobody asks for the day.
create view promised_goods as
  select p.order_id, p.product_id, p.quantity_e4, o.expected_delivery_at
  from promised_lines p left join orders o on o.id = p.order_id;

-- Counting: people enter what lies on a shelf, of a category, or what they scan. The differences are booked together.
create table counts (
  id bigint generated by default as identity primary key,
  status text not null default 'OPEN' check (status in ('OPEN', 'BOOKED', 'DROPPED')),
  kind text not null check (kind in ('SHELF', 'CATEGORY', 'SCAN')),
  -- the shelf or the category; empty for a count by scan
  place text not null default '',
  -- the reason of all differences, from the booking
  reason text,
  opened_at timestamptz not null,
  opened_by bigint references users (id),
  opened_name text not null,
  closed_at timestamptz,
  closed_by bigint references users (id),
  closed_name text,
  version integer not null default 1,
  -- A count of a shelf says which one: shelf 3 in the yard is not shelf 3 in the hall. Null means the shelves of that name everywhere, as
  -- programs ask for them that know only the shelf.
  store_part text,
  store_floor text,
  -- so that a full one is known without reading its lines
  products integer not null default 0,
  lines integer not null default 0,
  check ((status = 'OPEN') = (closed_at is null)),
  check ((status = 'BOOKED') = (reason is not null))
);
alter table stock_movements add foreign key (count_id) references counts (id);
create index counts_status on counts (status, id desc);

create table count_lines (
  -- made by the device, so that a repeated line is the same line
  id uuid primary key,
  count_id bigint not null references counts (id),
  product_id bigint not null references products (id),
  quantity_e4 bigint not null check (quantity_e4 >= 0),
  -- the difference is worked out against the stock of this moment
  counted_at timestamptz not null,
  way text not null check (way in ('FIRST', 'ADD', 'REPLACE')),
  person_id bigint references users (id),
  person_name text not null,
  -- false after the line was removed or another line replaced it
  valid boolean not null default true,
  -- of a line that grows piece by piece, so that goods that move in between are noticed
  first_at timestamptz not null,
  -- the version of its count at its last change, so that a device reads only what changed since its last answer
  version integer not null default 0,
  -- when it was asked to count again; only a line that was begun after it answers it
  recount_at timestamptz,
  check (first_at <= counted_at)
);
create index count_lines_product on count_lines (product_id);
create index count_lines_count on count_lines (count_id, product_id) include (valid);
create index count_lines_changes on count_lines (count_id, version);

-- A count that is booked or dropped is a document: its lines never change again.
create function refuse_closed_count() returns trigger language plpgsql as $$
begin
  if exists (select from public.counts where id in (new.count_id, old.count_id) and status <> 'OPEN') then
    raise exception 'the lines of a closed count cannot change';
  end if;
  return coalesce(new, old);
end $$;

create trigger count_lines_of_open_count before insert or update or delete on count_lines
  for each row execute function refuse_closed_count();

-- Every night, and when a person asks for it, a check compares the stock with its ledger, the loans of orders with the lent goods of
-- the ledger, and what is promised with the open orders.
create table stock_checks (
  id bigint generated by default as identity primary key,
  asked_at timestamptz not null,
  asked_by bigint references users (id),
  -- the product itself for the nightly check
  asked_name text not null,
  -- from here on, the check has an end; until then the other columns are empty
  started_at timestamptz,
  ended_at timestamptz,
  -- true if it could not be completed
  failed boolean not null default false,
  products bigint,
  movements bigint,
  open_orders bigint,
  -- the products that differ
  differing bigint,
  -- the start of the first of the checks up to this one that all found no difference; null if this one found a difference
  zero_since timestamptz,
  -- the number of all; only the first of them have a row
  differences bigint,
  check (ended_at is null or failed or (started_at is not null and differing is not null)),
  check (ended_at is null or failed or (zero_since is null) = (differing > 0)),
  check (ended_at is null or failed or differences is not null)
);
-- one check at a time, whatever the number of processes
create unique index stock_checks_open on stock_checks ((true)) where ended_at is null;
create index stock_checks_ended on stock_checks (ended_at, id) where ended_at is not null;

create table stock_check_differences (
  check_id bigint not null references stock_checks (id) on delete cascade,
  -- a product without documents may be deleted, and then its difference with it
  product_id bigint not null references products (id) on delete cascade,
  kind text not null check (kind in ('LEDGER', 'LOANS', 'PROMISES')),
  -- what follows from the documents, and what is stored
  right_e4 bigint not null,
  stored_e4 bigint not null,
  -- the first movement whose balance is not the balance before it plus its quantity, with the balance that follows; it names no
  -- foreign key, because the check is a report of what it found
  movement_id bigint,
  right_balance_e4 bigint,
  -- the first order whose loans or promises differ
  order_id bigint,
  -- the start of the first of the checks up to this one that all found the difference
  since timestamptz not null,
  primary key (check_id, product_id, kind)
);
create index stock_check_differences_product on stock_check_differences (product_id);

create table loans (
  id bigint generated by default as identity primary key,
  bound text not null check (bound in ('INBOUND', 'OUTBOUND')),
  customer_id bigint references customers (id),
  customer_name text not null,
  product_id bigint references products (id),
  product_name text not null,
  order_id bigint references orders (id),
  origin text not null check (origin in ('order', 'manual', 'driver', 'laundry', 'sold')),
  quantity_e4 bigint not null check (quantity_e4 > 0),
  note text,
  user_id bigint references users (id),
  user_name text not null,
  created_at timestamptz not null default now(),
  -- a program may write a loan of an order, without goods that leave the stock
  moves_no_stock boolean not null default false,
  -- The washing task of a return. A record without one says only that the balance changed.
  task_id bigint,
  reason text,
  search text generated always as (fold(customer_name || ' ' || product_name || ' ' || user_name) || ' ' || phonetic_key(customer_name
    || ' ' || product_name || ' ' || user_name)) stored
);
create index loans_customer on loans (customer_id, product_id);
create index loans_order on loans (order_id) where order_id is not null;
create index loans_nameless on loans (fold(customer_name)) where customer_id is null;
create index loans_task on loans (task_id) where task_id is not null;
create index loans_search on loans using gin (search gin_trgm_ops);

-- each begins with what a filter or sort names and goes on by time, so that a page reads its own rows
create index loans_at on loans (created_at, id);
create index loans_customer_at on loans (customer_id, created_at, id);
create index loans_product_at on loans (product_id, created_at, id);
create index loans_origin_at on loans (origin, bound, created_at, id);
create index loans_by_customer on loans (customer_name collate "und-x-icu", id);
create index loans_by_product on loans (product_name collate "und-x-icu", id);
create index loans_by_quantity on loans (quantity_e4, id);

-- Records whose names match no customer or no product are summed as they are.
create index loans_by_name_only on loans (product_id) where customer_id is null or product_id is null;

-- The newest loans of an item at a customer, until they cover the balance.
create index loans_lent_last on loans (customer_id, product_id, created_at desc, id desc) include (quantity_e4) where bound = 'OUTBOUND';

create function add_lent_balances() returns trigger language plpgsql as $$
begin
  insert into public.lent_sums (product_id, balance_e4, by_hand_e4, sold_e4)
  select product_id, sum(signed_e4), coalesce(sum(signed_e4) filter (where by_hand), 0), coalesce(-sum(signed_e4) filter (where origin = 'sold'), 0)
  from (
    select product_id, origin, case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end as signed_e4,
      task_id is null and (origin in ('manual', 'driver', 'laundry') or moves_no_stock) as by_hand
    from new_rows where product_id is not null) signed
  group by product_id order by product_id
  on conflict (product_id) do update set balance_e4 = public.lent_sums.balance_e4 + excluded.balance_e4,
    by_hand_e4 = public.lent_sums.by_hand_e4 + excluded.by_hand_e4, sold_e4 = public.lent_sums.sold_e4 + excluded.sold_e4;
  return null;
end $$;

create function add_loan_balances() returns trigger language plpgsql as $$
begin
  insert into public.loan_balances (customer_id, product_id, balance_e4)
  select customer_id, product_id, sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end)
  from new_rows where customer_id is not null and product_id is not null
  group by customer_id, product_id order by customer_id, product_id
  on conflict (customer_id, product_id) do update set balance_e4 = public.loan_balances.balance_e4 + excluded.balance_e4;
  return null;
end $$;

-- A merge gives loans another customer.
create function move_loan_balances() returns trigger language plpgsql as $$
begin
  insert into public.loan_balances (customer_id, product_id, balance_e4)
  select customer_id, product_id, sum(e4)
  from (
    select customer_id, product_id, case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end as e4 from new_rows
    union all
    select customer_id, product_id, case bound when 'OUTBOUND' then -quantity_e4 else quantity_e4 end from old_rows) both_rows
  where customer_id is not null and product_id is not null
  group by customer_id, product_id having sum(e4) <> 0 order by customer_id, product_id
  on conflict (customer_id, product_id) do update set balance_e4 = public.loan_balances.balance_e4 + excluded.balance_e4;
  return null;
end $$;

create trigger loans_lent after insert on loans referencing new table as new_rows for each statement execute function add_lent_balances();

-- Triggers fire by name. This one comes after loans_lent, which locks the sums of the product, so that no two transactions lock
-- both in opposite orders.
create trigger loans_per_customer after insert on loans
  referencing new table as new_rows for each statement execute function add_loan_balances();
create trigger loans_per_customer_moved after update on loans
  referencing old table as old_rows new table as new_rows for each statement execute function move_loan_balances();
create trigger loans_note_loans after insert or update or delete on loans for each row execute function note_change('loans', 'id');

create function is_undelivered(status text) returns boolean
  language sql immutable parallel safe
  as $function$ select status in ('PACKAGED', 'READY-TO-INVOICE', 'PARKED', 'INVOICED', 'ON SHIPPING', 'RETURNED') $function$;

-- What orders lend that is not delivered yet. A return that a program writes for an order counts at once, as every return does: it takes from
-- what the customer holds. The statuses are UNDELIVERED_STATUSES in features/orders/domain/order.ts.
create view undelivered_loans as
  select l.customer_id, l.product_id, case when l.product_id is null then fold(l.product_name) end as folded_name,
    o.id as order_id,
    greatest(sum(case l.bound when 'OUTBOUND' then l.quantity_e4 else -l.quantity_e4 end), 0)::bigint as quantity_e4
  from orders o join loans l on l.order_id = o.id and l.origin = 'order' and not (l.bound = 'INBOUND' and l.moves_no_stock)
  where is_undelivered(o.status) and l.customer_id is not null
  group by l.customer_id, l.product_id, folded_name, o.id;

-- The balance of a product at a customer. Only triggers write it, from rows that refer to customers and products themselves. A merge changes
-- those rows.
create table loan_balances (
  customer_id bigint not null,
  product_id bigint not null,
  balance_e4 bigint not null,
  primary key (customer_id, product_id)
);
create index loan_balances_open on loan_balances (product_id, customer_id) include (balance_e4) where balance_e4 <> 0;

-- The balance of each customer (C-40), and what the customer holds of it. The balances of products are stored, and only records without
-- a product are summed. Who reads no held quantity reads no orders: the joins are left out then, because they are unique.
create view loan_sums as
  select b.customer_id, b.product_id, null::text as product_name, b.balance_e4,
    (b.balance_e4 - coalesce(u.quantity_e4, 0))::bigint as held_e4
  from loan_balances b
  left join (
    select customer_id, product_id, sum(quantity_e4)::bigint as quantity_e4 from undelivered_loans
    where product_id is not null group by customer_id, product_id) u on u.customer_id = b.customer_id and u.product_id = b.product_id
  union all
  select n.customer_id, null::bigint, n.product_name, n.balance_e4, (n.balance_e4 - coalesce(u.quantity_e4, 0))::bigint
  from (
    select customer_id, fold(product_name) as folded_name, max(product_name) as product_name,
      sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end)::bigint as balance_e4
    from loans where product_id is null and customer_id is not null group by customer_id, fold(product_name)) n
  left join (
    select customer_id, folded_name, sum(quantity_e4)::bigint as quantity_e4 from undelivered_loans
    where product_id is null group by customer_id, folded_name) u on u.customer_id = n.customer_id and u.folded_name = n.folded_name;

-- What is lent of a product, from the ledger of the stock, the loans and the laundry. Only triggers write it.
create table lent_sums (
  product_id bigint primary key references products (id) on delete cascade,
  -- what the ledger of the stock moved to customers and back, and out of the laundry: less than 0 while pieces are away
  moved_e4 bigint not null default 0,
  -- the loan balance of all customers
  balance_e4 bigint not null default 0,
  -- the part of the balance that moved no goods and waits in no laundry: records by hand
  by_hand_e4 bigint not null default 0,
  -- lent pieces that were washed and are broken or missing
  written_off_e4 bigint not null default 0,
  -- the pieces that customers bought because they did not return them: the company owns them no longer, and no ledger has them
  sold_e4 bigint not null default 0
);
