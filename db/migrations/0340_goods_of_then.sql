-- The goods of versions of documents that have ended, so that reports by product answer "as known on" too. What was known at a moment is
-- what counts now, less the documents that were recorded after it, and with the versions that held then. Only triggers write this table.
-- Goods of versions that ended before this migration are not kept.
create table ended_goods (
  version_id bigint not null,
  source text not null,
  document_id bigint not null,
  product_id bigint not null,
  day date not null,
  quantity_e4 bigint not null,
  net_cents bigint not null,
  vat_cents bigint not null,
  cost_cents bigint not null,
  commission_cents bigint not null,
  recorded_at timestamptz not null,
  ended_at timestamptz not null,
  primary key (version_id, product_id)
);
create index ended_goods_by_day on ended_goods (source, day);

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
        from public.order_lines where order_id = new.document_id group by product_id) g) l;
  else
    insert into public.counted_goods (source, document_id, product_id, day, quantity_e4, net_cents, vat_cents, cost_cents)
    select new.source, new.document_id, l.product_id, new.day, sum(l.quantity_e4), sum(l.net_cents), sum(l.vat_cents), 0
    from public.inbound_invoice_lines l where l.invoice_id = new.document_id and l.product_id is not null group by l.product_id;
  end if;
  return null;
end $$;
