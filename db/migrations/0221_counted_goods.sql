-- The products of counted documents, so that reports by product read what was sold and bought of each product, and not all lines of a year.

-- The goods of the documents that count now. Only triggers write this table and the next one.
create table counted_goods (
  source text not null,
  document_id bigint not null,
  product_id bigint not null,
  day date not null,
  quantity_e4 bigint not null,
  net_cents bigint not null,
  vat_cents bigint not null,
  cost_cents bigint not null,
  primary key (source, document_id, product_id)
);

-- What was added to or taken from the goods and is not in the sums of the months yet. A command appends rows here and changes no sum,
-- so that two commands about the same product never wait for each other. A job adds the rows to the months.
create table goods_changes (
  id bigint generated always as identity primary key,
  source text not null,
  day date not null,
  product_id bigint not null,
  quantity_e4 bigint not null,
  net_cents bigint not null,
  vat_cents bigint not null,
  cost_cents bigint not null
);

-- The sums of whole months, without what goods_changes still contains. Only the job writes this table.
create table goods_months (
  source text not null,
  month date not null,
  product_id bigint not null,
  quantity_e4 bigint not null,
  net_cents bigint not null,
  vat_cents bigint not null,
  cost_cents bigint not null,
  primary key (source, month, product_id)
);

-- The goods follow the version of their document, at the commit, because its lines may be written after it.
create function count_goods() returns trigger language plpgsql as $$
begin
  delete from public.counted_goods where source = new.source and document_id = new.document_id;
  insert into public.counted_goods (source, document_id, product_id, day, quantity_e4, net_cents, vat_cents, cost_cents)
  select d.source, d.document_id, l.product_id, d.day, sum(l.quantity_e4), sum(l.total_cents), sum(l.vat_cents),
    sum(round(l.quantity_e4::numeric * l.cost_price_e4 / 1000000))
  from public.counted_documents d join public.order_lines l on d.source = 'order' and l.order_id = d.document_id
  where d.source = new.source and d.document_id = new.document_id and d.ended_at is null
  group by d.source, d.document_id, l.product_id, d.day
  union all
  select d.source, d.document_id, l.product_id, d.day, sum(l.quantity_e4), sum(l.net_cents), sum(l.vat_cents), 0
  from public.counted_documents d join public.inbound_invoice_lines l on d.source = 'invoice' and l.invoice_id = d.document_id
  where d.source = new.source and d.document_id = new.document_id and d.ended_at is null and l.product_id is not null
  group by d.source, d.document_id, l.product_id, d.day;
  return null;
end $$;
create constraint trigger counted_documents_goods after insert on counted_documents deferrable initially deferred
  for each row when (new.source <> 'payment' and new.ended_at is null) execute function count_goods();
create constraint trigger counted_documents_goods_ended after update on counted_documents deferrable initially deferred
  for each row when (new.source <> 'payment' and old.ended_at is null and new.ended_at is not null) execute function count_goods();

insert into counted_goods (source, document_id, product_id, day, quantity_e4, net_cents, vat_cents, cost_cents)
select d.source, d.document_id, l.product_id, d.day, sum(l.quantity_e4), sum(l.total_cents), sum(l.vat_cents),
  sum(round(l.quantity_e4::numeric * l.cost_price_e4 / 1000000))
from counted_documents d join order_lines l on l.order_id = d.document_id
where d.source = 'order' and d.ended_at is null group by d.source, d.document_id, l.product_id, d.day;
insert into counted_goods (source, document_id, product_id, day, quantity_e4, net_cents, vat_cents, cost_cents)
select d.source, d.document_id, l.product_id, d.day, sum(l.quantity_e4), sum(l.net_cents), sum(l.vat_cents), 0
from counted_documents d join inbound_invoice_lines l on l.invoice_id = d.document_id
where d.source = 'invoice' and d.ended_at is null and l.product_id is not null group by d.source, d.document_id, l.product_id, d.day;
insert into goods_months (source, month, product_id, quantity_e4, net_cents, vat_cents, cost_cents)
select source, date_trunc('month', day)::date, product_id, sum(quantity_e4), sum(net_cents), sum(vat_cents), sum(cost_cents)
from counted_goods group by 1, 2, 3;

-- The parts of a period that are no whole months, and the documents of a product.
create index counted_goods_by_day on counted_goods (source, day, product_id) include (quantity_e4, net_cents, vat_cents, cost_cents);
create index counted_goods_of_product on counted_goods (product_id, source, day, document_id) include (net_cents, vat_cents, quantity_e4, cost_cents);
create index goods_changes_by_day on goods_changes (source, day);

create function append_goods_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into public.goods_changes (source, day, product_id, quantity_e4, net_cents, vat_cents, cost_cents)
    select source, day, product_id, quantity_e4, net_cents, vat_cents, cost_cents from written;
  else
    insert into public.goods_changes (source, day, product_id, quantity_e4, net_cents, vat_cents, cost_cents)
    select source, day, product_id, -quantity_e4, -net_cents, -vat_cents, -cost_cents from removed;
  end if;
  return null;
end $$;
create trigger counted_goods_added after insert on counted_goods
  referencing new table as written for each statement execute function append_goods_changes();
create trigger counted_goods_removed after delete on counted_goods
  referencing old table as removed for each statement execute function append_goods_changes();
