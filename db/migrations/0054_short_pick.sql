-- A follow-up order of a partial delivery belongs to the invoice of the order it follows. That of a partly packaged order has an
-- invoice of its own, because nothing was invoiced yet: it names the order it follows, and no order whose invoice covers it.
do $$
declare found text;
begin
  select conname into strict found from pg_constraint
  where conrelid = 'public.orders'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%((follows_order_id IS NULL) = (invoice_order_id IS NULL))%';
  execute format('alter table public.orders drop constraint %I', found);
end $$;
alter table public.orders add check (follows_order_id is not null or invoice_order_id is null);
