-- The day on which an order was delivered. An order without an invoice is a sale of this day (C-70).
alter table orders add column shipped_on date;
alter table orders disable trigger user;
update orders set shipped_on = (updated_at at time zone 'Europe/Athens')::date
where status = 'SHIPPED' and invoiced_on is null and not historic;
alter table orders enable trigger user;

-- The day of a sale (C-70): of the invoice, otherwise of the delivery, otherwise the stated day of an imported order.
create function sale_day(invoiced_on date, shipped_on date, created_at timestamptz) returns date
  language sql immutable parallel safe
  return coalesce(invoiced_on, shipped_on, (created_at at time zone 'Europe/Athens')::date);

-- What reports count of a document, from the moment at which the product learned it until it learned otherwise. The figures of reports
-- are sums over these rows: now over those that have not ended, and as known at an earlier moment over those that held then.

-- Only triggers write this table. A change ends the row of its document and writes another one, so no two documents share a row.
create table counted_documents (
  id bigint generated always as identity primary key,
  source text not null check (source in ('order', 'invoice', 'payment')),
  document_id bigint not null,
  day date not null,
  refcode text not null default '',
  bound text,
  type text,
  red boolean not null default false,
  party_id bigint,
  salesperson_id bigint,
  net_cents bigint not null default 0,
  vat_cents bigint not null default 0,
  total_cents bigint not null,
  cost_cents bigint not null default 0,
  recorded_at timestamptz not null,
  ended_at timestamptz
);

create function count_document_of_order(of_order bigint) returns void language plpgsql as $$
declare
  counted public.counted_documents;
  sale record;
begin
  select * into counted from public.counted_documents where source = 'order' and document_id = of_order and ended_at is null;
  select public.sale_day(o.invoiced_on, o.shipped_on, o.created_at) as day, coalesce(o.refcode, '') as refcode,
      coalesce(o.invoice_mode = 'red', false) as red, o.customer_id, o.products_cents, o.vat_cents, o.total_cents,
      coalesce((select sum(round(l.quantity_e4::numeric * l.cost_price_e4 / 1000000)) from public.order_lines l where l.order_id = o.id), 0)::bigint
        as cost_cents
    into sale from public.orders o where o.id = of_order and o.status = 'SHIPPED';
  if counted.id is not null and sale.day is not null
    and (counted.day, counted.refcode, counted.red, counted.party_id, counted.net_cents, counted.vat_cents, counted.total_cents, counted.cost_cents)
      is not distinct from
      (sale.day, sale.refcode, sale.red, sale.customer_id, sale.products_cents, sale.vat_cents, sale.total_cents, sale.cost_cents) then
    return;
  end if;
  update public.counted_documents set ended_at = now() where id = counted.id;
  if sale.day is not null then
    insert into public.counted_documents (source, document_id, day, refcode, red, party_id, salesperson_id, net_cents, vat_cents,
      total_cents, cost_cents, recorded_at)
    values ('order', of_order, sale.day, sale.refcode, sale.red, sale.customer_id,
      -- the salesperson at the sale, also after the customer has another one
      case when counted.id is null or counted.party_id is distinct from sale.customer_id
        then (select salesperson_id from public.customers where id = sale.customer_id) else counted.salesperson_id end,
      sale.products_cents, sale.vat_cents, sale.total_cents, sale.cost_cents, now());
  end if;
end $$;

create function count_order() returns trigger language plpgsql as $$
begin
  perform public.count_document_of_order(new.id);
  return null;
end $$;

-- At the commit, because an imported order is written before its lines.
create constraint trigger orders_counted after insert on orders deferrable initially deferred
  for each row when (new.status = 'SHIPPED') execute function count_order();
create constraint trigger orders_counted_changed after update on orders deferrable initially deferred
  for each row when (
    (old.status = 'SHIPPED' or new.status = 'SHIPPED')
    and (old.status, old.customer_id, old.invoiced_on, old.shipped_on, old.refcode, old.invoice_mode, old.products_cents, old.vat_cents,
      old.total_cents) is distinct from
      (new.status, new.customer_id, new.invoiced_on, new.shipped_on, new.refcode, new.invoice_mode, new.products_cents, new.vat_cents,
      new.total_cents))
  execute function count_order();

create function count_invoice() returns trigger language plpgsql as $$
begin
  update public.counted_documents set ended_at = now() where source = 'invoice' and document_id = new.id and ended_at is null;
  if new.state = 'BOOKED' then
    insert into public.counted_documents (source, document_id, day, refcode, party_id, net_cents, vat_cents, total_cents, recorded_at)
    values ('invoice', new.id, new.import_date, new.refcode, new.provider_id, new.goods_cents, new.vat_cents, new.total_cents, now());
  end if;
  return null;
end $$;
-- Requests to buy are never counted (C-13).
create trigger inbound_invoices_counted after insert on inbound_invoices
  for each row when (new.type = 'INBOUND' and new.state = 'BOOKED') execute function count_invoice();
create trigger inbound_invoices_counted_changed after update on inbound_invoices
  for each row when (new.type = 'INBOUND'
    and (old.state, old.import_date, old.refcode, old.provider_id, old.goods_cents, old.vat_cents, old.total_cents) is distinct from
      (new.state, new.import_date, new.refcode, new.provider_id, new.goods_cents, new.vat_cents, new.total_cents))
  execute function count_invoice();

create function count_payment() returns trigger language plpgsql as $$
begin
  update public.counted_documents set ended_at = now() where source = 'payment' and document_id = new.id and ended_at is null;
  insert into public.counted_documents (source, document_id, day, refcode, bound, type, party_id, total_cents, recorded_at)
  values ('payment', new.id, new.date, new.refcode, new.bound, new.type, coalesce(new.customer_id, new.provider_id), new.amount_cents, now());
  return null;
end $$;
create trigger payments_counted after insert on payments for each row execute function count_payment();
create trigger payments_counted_changed after update on payments
  for each row when ((old.date, old.refcode, old.bound, old.type, old.customer_id, old.provider_id, old.amount_cents) is distinct from
      (new.date, new.refcode, new.bound, new.type, new.customer_id, new.provider_id, new.amount_cents))
  execute function count_payment();

-- Of documents from before this table, the moments that their own tables have.
insert into counted_documents (source, document_id, day, refcode, red, party_id, salesperson_id, net_cents, vat_cents, total_cents,
  cost_cents, recorded_at)
select 'order', o.id, sale_day(o.invoiced_on, o.shipped_on, o.created_at), coalesce(o.refcode, ''), coalesce(o.invoice_mode = 'red', false),
  o.customer_id, c.salesperson_id, o.products_cents, o.vat_cents, o.total_cents, coalesce(l.cost_cents, 0), o.updated_at
from orders o join customers c on c.id = o.customer_id
left join (select order_id, sum(round(quantity_e4::numeric * cost_price_e4 / 1000000))::bigint as cost_cents from order_lines group by order_id) l
  on l.order_id = o.id
where o.status = 'SHIPPED';
insert into counted_documents (source, document_id, day, refcode, party_id, net_cents, vat_cents, total_cents, recorded_at, ended_at)
select 'invoice', id, import_date, refcode, provider_id, goods_cents, vat_cents, total_cents, created_at, canceled_at
from inbound_invoices where type = 'INBOUND';
insert into counted_documents (source, document_id, day, refcode, bound, type, party_id, total_cents, recorded_at)
select 'payment', id, date, refcode, bound, type, coalesce(customer_id, provider_id), amount_cents, created_at from payments;

create unique index counted_documents_now on counted_documents (source, document_id) where ended_at is null;
-- One index answers sums over a period from its leaves alone, now and as known at a moment, and lists the documents by day.
create index counted_documents_by_day on counted_documents (source, day, document_id) include (refcode, bound, type, red, party_id,
  salesperson_id, net_cents, vat_cents, total_cents, cost_cents, recorded_at, ended_at);
