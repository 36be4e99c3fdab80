-- Commission of salespersons (C-57): a share of the net amount of each sale, by the rate and the salesperson of the moment of the sale.

-- A payment to a salesperson. It belongs to neither a customer nor a provider.
alter table payments add column salesperson_id bigint references salespersons (id);
alter table payments add check (salesperson_id is null or (customer_id is null and provider_id is null));
create index payments_of_salespersons on payments (salesperson_id, id) where salesperson_id is not null;

-- The rate in hundredths of a percent at the sale, and the commission by it. Both are 0 for sales without a salesperson.
alter table counted_documents add column commission_bp int not null default 0;
alter table counted_documents add column commission_cents bigint not null default 0;
-- The part of the commission of each product. The parts are rounded so that they add up to the commission of all lines.
alter table counted_goods add column commission_cents bigint not null default 0;

-- The rate of the setting, or 3 percent.
create function commission_rate() returns int language sql stable as $$
  select coalesce((select case when jsonb_typeof(value->'rate') = 'number' then (value->>'rate')::int end
    from public.settings where name = 'commission'), 300)
$$;
create function commission_of(net_cents bigint, rate_bp int) returns bigint language sql immutable parallel safe
  return round(net_cents::numeric * rate_bp / 10000)::bigint;

-- Sales from before this table have the rate of today.
update counted_documents set commission_bp = commission_rate(), commission_cents = commission_of(net_cents, commission_rate())
where source = 'order' and salesperson_id is not null;
update counted_goods g set commission_cents = p.part
from (
  select s.document_id, s.product_id, commission_of(s.through, s.commission_bp) - commission_of(s.through - s.net_cents, s.commission_bp) as part
  from (
    select o.document_id, o.product_id, o.net_cents, d.commission_bp,
      (sum(o.net_cents) over (partition by o.document_id order by o.product_id))::bigint as through
    from counted_goods o join counted_documents d on d.source = 'order' and d.document_id = o.document_id and d.ended_at is null
    where o.source = 'order' and d.commission_bp <> 0) s) p
where g.source = 'order' and g.document_id = p.document_id and g.product_id = p.product_id;

create index counted_documents_of_salesperson on counted_documents (salesperson_id, day, document_id) include (source, bound, party_id, net_cents,
  total_cents, commission_cents, recorded_at, ended_at) where salesperson_id is not null;

-- Another version of a counted sale keeps the salesperson and the rate of the sale, whatever has changed since.
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
    if counted.id is null then
      counted.salesperson_id := sale.salesperson_id;
      counted.commission_bp := case when sale.salesperson_id is null then 0 else public.commission_rate() end;
    end if;
    insert into public.counted_documents (source, document_id, day, refcode, red, party_id, salesperson_id, net_cents, vat_cents,
      total_cents, cost_cents, commission_bp, commission_cents, recorded_at)
    values ('order', of_order, sale.day, sale.refcode, sale.red, sale.party_id, counted.salesperson_id, sale.net_cents, sale.vat_cents,
      sale.total_cents, sale.cost_cents, counted.commission_bp, public.commission_of(sale.net_cents, counted.commission_bp), now());
  end if;
end $$;

create or replace function count_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = 'SHIPPED' then
    perform public.count_document_of_order(new.id);
  else
    -- if it was counted earlier in this transaction, that row is right already
    insert into public.counted_documents (source, document_id, day, refcode, red, party_id, salesperson_id, net_cents, vat_cents,
      total_cents, cost_cents, commission_bp, commission_cents, recorded_at)
    select 'order', new.id, s.day, s.refcode, s.red, s.party_id, s.salesperson_id, s.net_cents, s.vat_cents, s.total_cents, s.cost_cents,
      s.rate_bp, public.commission_of(s.net_cents, s.rate_bp), now()
    from (select *, case when salesperson_id is null then 0 else public.commission_rate() end as rate_bp from public.sale_of_order(new.id)) s
    on conflict (source, document_id) where ended_at is null do nothing;
  end if;
  return null;
end $$;

create or replace function count_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update public.counted_documents set ended_at = now() where source = 'payment' and document_id = new.id and ended_at is null;
  end if;
  insert into public.counted_documents (source, document_id, day, refcode, bound, type, party_id, salesperson_id, total_cents, recorded_at)
  values ('payment', new.id, new.date, new.refcode, new.bound, new.type, coalesce(new.customer_id, new.provider_id), new.salesperson_id,
    new.amount_cents, now());
  return null;
end $$;

create or replace function count_goods() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from public.counted_goods where source = new.source and document_id = new.document_id;
  elsif new.source = 'order' then
    insert into public.counted_goods (source, document_id, product_id, day, quantity_e4, net_cents, vat_cents, cost_cents, commission_cents)
    select new.source, new.document_id, l.product_id, new.day, l.quantity_e4, l.net_cents, l.vat_cents, l.cost_cents,
      public.commission_of(l.through, new.commission_bp) - public.commission_of(l.through - l.net_cents, new.commission_bp)
    from (
      select g.*, (sum(g.net_cents) over (order by g.product_id))::bigint as through
      from (
        select product_id, sum(quantity_e4)::bigint as quantity_e4, sum(total_cents)::bigint as net_cents, sum(vat_cents)::bigint as vat_cents,
          sum(round(quantity_e4::numeric * cost_price_e4 / 1000000))::bigint as cost_cents
        from public.order_lines where order_id = new.document_id group by product_id) g) l;
  else
    insert into public.counted_goods (source, document_id, product_id, day, quantity_e4, net_cents, vat_cents, cost_cents)
    select new.source, new.document_id, l.product_id, new.day, sum(l.quantity_e4), sum(l.net_cents), sum(l.vat_cents), 0
    from public.inbound_invoice_lines l where l.invoice_id = new.document_id and l.product_id is not null group by l.product_id;
  end if;
  return null;
end $$;
