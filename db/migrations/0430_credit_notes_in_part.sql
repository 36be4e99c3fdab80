-- Credit notes in part: a part of an invoiced order is taken back, and the order stays. A credit note that takes back the whole order cancels
-- it and has the kind `credit-note`.
alter table accounting_documents drop constraint accounting_documents_kind_check;
alter table accounting_documents add constraint accounting_documents_kind_check check (kind in ('invoice', 'credit-note', 'credit-part'));
alter table document_numbers drop constraint document_numbers_kind_check;
alter table document_numbers add constraint document_numbers_kind_check check (kind in ('invoice', 'credit-note', 'credit-part'));

-- An order has any number of issued credit notes in part, and at most one of them under way.
drop index accounting_documents_live;
create unique index accounting_documents_live on accounting_documents (order_id, kind)
  where status in ('WAITING', 'SENDING', 'UNKNOWN', 'CONFLICT', 'ACKNOWLEDGED') and kind <> 'credit-part';
create unique index accounting_documents_open_part on accounting_documents (order_id)
  where status in ('WAITING', 'SENDING', 'UNKNOWN', 'CONFLICT') and kind = 'credit-part';

-- What a credit note in part takes back of an order. A credit note belongs to a second order too if the order was delivered in part after it.
create table credits (
  id bigint generated always as identity primary key,
  document_id bigint not null references accounting_documents (id),
  order_id bigint not null references orders (id),
  net_cents bigint not null check (net_cents >= 0),
  vat_cents bigint not null check (vat_cents >= 0),
  total_cents bigint not null,
  issued_on date,
  check (total_cents = net_cents + vat_cents),
  unique (document_id, order_id)
);
create index credits_of_order on credits (order_id);
create table credit_lines (
  credit_id bigint not null references credits (id),
  line_no int not null,
  product_id bigint not null,
  quantity_e4 bigint not null check (quantity_e4 > 0),
  net_cents bigint not null check (net_cents >= 0),
  vat_cents bigint not null check (vat_cents >= 0),
  primary key (credit_id, line_no)
);

-- The sum of what issued credit notes in part took back of an order.
alter table orders add column credited_cents bigint not null default 0 check (credited_cents >= 0);
-- What a customer owes by age still reads the index only.
drop index orders_shipped;
create index orders_shipped on orders (customer_id) include (id, total_cents, credited_cents, invoiced_on, shipped_on, created_at)
  where status = 'SHIPPED';

-- Reports count an issued credit of a delivered order as a sale with negative amounts, on its own day, under the negative number of the
-- credit. It has the salesperson and the rate of the sale. The cost stays with the sale, because a credit note moves no goods.
create function count_credits() returns trigger language plpgsql as $$
declare
  sale public.counted_documents;
begin
  select * into sale from public.counted_documents where source = 'order' and document_id = new.id and ended_at is null;
  update public.counted_documents d set ended_at = now()
  from public.credits c
  where c.order_id = new.id and d.source = 'order' and d.document_id = -c.id and d.ended_at is null
    and (d.day, d.refcode, d.red, d.party_id, d.salesperson_id, d.net_cents, d.vat_cents, d.total_cents) is distinct from
      (greatest(c.issued_on, sale.day), sale.refcode, sale.red, sale.party_id, sale.salesperson_id, -c.net_cents, -c.vat_cents, -c.total_cents);
  if sale.id is not null then
    insert into public.counted_documents (source, document_id, day, refcode, red, party_id, salesperson_id, net_cents, vat_cents, total_cents,
      commission_bp, commission_cents, recorded_at)
    select 'order', -c.id, greatest(c.issued_on, sale.day), sale.refcode, sale.red, sale.party_id, sale.salesperson_id, -c.net_cents,
      -c.vat_cents, -c.total_cents, sale.commission_bp, public.commission_of(-c.net_cents, sale.commission_bp), now()
    from public.credits c where c.order_id = new.id and c.issued_on is not null and c.total_cents > 0
    on conflict (source, document_id) where ended_at is null do nothing;
  end if;
  return null;
end $$;
-- After orders_counted_changed, because triggers of one change run in the order of their names.
create constraint trigger orders_credits_counted after update on orders deferrable initially deferred
  for each row when (
    (old.credited_cents > 0 or new.credited_cents > 0)
    and (old.status, old.customer_id, old.invoiced_on, old.shipped_on, old.refcode, old.invoice_mode, old.credited_cents) is distinct from
      (new.status, new.customer_id, new.invoiced_on, new.shipped_on, new.refcode, new.invoice_mode, new.credited_cents))
  execute function count_credits();

create or replace function count_goods() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    -- a version that ended in the transaction that recorded it was never known
    with gone as (delete from public.counted_goods where source = new.source and document_id = new.document_id returning *)
    insert into public.ended_goods (version_id, source, document_id, product_id, day, quantity_e4, net_cents, vat_cents, cost_cents,
      commission_cents, recorded_at, ended_at)
    select new.id, source, document_id, product_id, day, quantity_e4, net_cents, vat_cents, cost_cents, commission_cents, new.recorded_at,
      new.ended_at
    from gone where new.ended_at > new.recorded_at;
  elsif new.source = 'order' then
    insert into public.counted_goods (source, document_id, product_id, day, quantity_e4, net_cents, vat_cents, cost_cents, commission_cents)
    select new.source, new.document_id, l.product_id, new.day, l.quantity_e4, l.net_cents, l.vat_cents, l.cost_cents,
      public.commission_of(l.through, new.commission_bp) - public.commission_of(l.through - l.net_cents, new.commission_bp)
    from (
      select g.*, (sum(g.net_cents) over (order by g.product_id))::bigint as through
      from (
        select product_id, sum(quantity_e4)::bigint as quantity_e4, sum(total_cents)::bigint as net_cents, sum(vat_cents)::bigint as vat_cents,
          sum(round(quantity_e4::numeric * cost_price_e4 / 1000000))::bigint as cost_cents
        from public.order_lines where order_id = new.document_id group by product_id
        union all
        select product_id, -sum(quantity_e4)::bigint, -sum(net_cents)::bigint, -sum(vat_cents)::bigint, 0
        from public.credit_lines where credit_id = -new.document_id group by product_id) g) l;
  else
    insert into public.counted_goods (source, document_id, product_id, day, quantity_e4, net_cents, vat_cents, cost_cents)
    select new.source, new.document_id, l.product_id, new.day, sum(l.quantity_e4), sum(l.net_cents), sum(l.vat_cents), 0
    from public.inbound_invoice_lines l where l.invoice_id = new.document_id and l.product_id is not null group by l.product_id;
  end if;
  return null;
end $$;
