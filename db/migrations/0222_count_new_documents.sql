-- A document that is counted for the first time is only written, and nothing is looked up in the tables of reports. Otherwise serializable
-- commands about neighbouring documents would read what the other one writes, clash, and run again.

create or replace function count_document_of_order(of_order bigint) returns void language plpgsql as $$
declare
  counted public.counted_documents;
  sale record;
begin
  select * into counted from public.counted_documents where source = 'order' and document_id = of_order and ended_at is null;
  select * into sale from public.sale_of_order(of_order);
  if counted.id is not null and sale.day is not null
    and (counted.day, counted.refcode, counted.red, counted.party_id, counted.net_cents, counted.vat_cents, counted.total_cents, counted.cost_cents)
      is not distinct from
      (sale.day, sale.refcode, sale.red, sale.party_id, sale.net_cents, sale.vat_cents, sale.total_cents, sale.cost_cents) then
    return;
  end if;
  update public.counted_documents set ended_at = now() where id = counted.id;
  if sale.day is not null then
    insert into public.counted_documents (source, document_id, day, refcode, red, party_id, salesperson_id, net_cents, vat_cents,
      total_cents, cost_cents, recorded_at)
    values ('order', of_order, sale.day, sale.refcode, sale.red, sale.party_id,
      -- the salesperson at the sale, also after the customer has another one
      case when counted.id is null or counted.party_id is distinct from sale.party_id then sale.salesperson_id else counted.salesperson_id end,
      sale.net_cents, sale.vat_cents, sale.total_cents, sale.cost_cents, now());
  end if;
end $$;

-- What reports count of a delivered order. No row if the order is not delivered.
create function sale_of_order(of_order bigint) returns table (day date, refcode text, red boolean, party_id bigint, salesperson_id bigint,
  net_cents bigint, vat_cents bigint, total_cents bigint, cost_cents bigint) language sql stable as $$
  select public.sale_day(o.invoiced_on, o.shipped_on, o.created_at), coalesce(o.refcode, ''), coalesce(o.invoice_mode = 'red', false), o.customer_id,
    (select c.salesperson_id from public.customers c where c.id = o.customer_id), o.products_cents, o.vat_cents, o.total_cents,
    coalesce((select sum(round(l.quantity_e4::numeric * l.cost_price_e4 / 1000000)) from public.order_lines l where l.order_id = o.id), 0)::bigint
  from public.orders o where o.id = of_order and o.status = 'SHIPPED'
$$;

create or replace function count_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = 'SHIPPED' then
    perform public.count_document_of_order(new.id);
  else
    -- if it was counted earlier in this transaction, that row is right already
    insert into public.counted_documents (source, document_id, day, refcode, red, party_id, salesperson_id, net_cents, vat_cents,
      total_cents, cost_cents, recorded_at)
    select 'order', new.id, s.day, s.refcode, s.red, s.party_id, s.salesperson_id, s.net_cents, s.vat_cents, s.total_cents, s.cost_cents, now()
    from public.sale_of_order(new.id) s
    on conflict (source, document_id) where ended_at is null do nothing;
  end if;
  return null;
end $$;

create or replace function count_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update public.counted_documents set ended_at = now() where source = 'invoice' and document_id = new.id and ended_at is null;
  end if;
  if new.state = 'BOOKED' then
    insert into public.counted_documents (source, document_id, day, refcode, party_id, net_cents, vat_cents, total_cents, recorded_at)
    values ('invoice', new.id, new.import_date, new.refcode, new.provider_id, new.goods_cents, new.vat_cents, new.total_cents, now());
  end if;
  return null;
end $$;

-- A counter-entry counts like every payment, on its own day: what was reported of a closed day stays (C-71).
create or replace function count_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update public.counted_documents set ended_at = now() where source = 'payment' and document_id = new.id and ended_at is null;
  end if;
  insert into public.counted_documents (source, document_id, day, refcode, bound, type, party_id, total_cents, recorded_at)
  values ('payment', new.id, new.date, new.refcode, new.bound, new.type, coalesce(new.customer_id, new.provider_id), new.amount_cents, now());
  return null;
end $$;

-- The end of a version comes before the version that follows it, so its goods are removed before those of the next one are written.
create or replace function count_goods() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.counted_goods where source = new.source and document_id = new.document_id;
  elsif new.source = 'order' then
    insert into public.counted_goods (source, document_id, product_id, day, quantity_e4, net_cents, vat_cents, cost_cents)
    select new.source, new.document_id, l.product_id, new.day, sum(l.quantity_e4), sum(l.total_cents), sum(l.vat_cents),
      sum(round(l.quantity_e4::numeric * l.cost_price_e4 / 1000000))
    from public.order_lines l where l.order_id = new.document_id group by l.product_id;
  else
    insert into public.counted_goods (source, document_id, product_id, day, quantity_e4, net_cents, vat_cents, cost_cents)
    select new.source, new.document_id, l.product_id, new.day, sum(l.quantity_e4), sum(l.net_cents), sum(l.vat_cents), 0
    from public.inbound_invoice_lines l where l.invoice_id = new.document_id and l.product_id is not null group by l.product_id;
  end if;
  return null;
end $$;
