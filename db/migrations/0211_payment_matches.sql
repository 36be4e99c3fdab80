-- What people matched of a payment to an order or an inbound invoice. What is not matched settles the oldest charges first, which
-- is computed (decision 60).
create table payment_matches (
  payment_id bigint not null references payments (id),
  order_id bigint references orders (id),
  invoice_id bigint references inbound_invoices (id),
  cents bigint not null check (cents > 0),
  user_id bigint references users (id),
  user_name text not null,
  created_at timestamptz not null default now(),
  check ((order_id is null) <> (invoice_id is null)),
  unique nulls not distinct (payment_id, order_id, invoice_id)
);
create index payment_matches_order on payment_matches (order_id) include (cents) where order_id is not null;
create index payment_matches_invoice on payment_matches (invoice_id) include (cents) where invoice_id is not null;

-- A document that no longer counts, or counts less, frees what was matched to it.
create function free_matches_of_order() returns trigger language plpgsql as $$
begin
  delete from public.payment_matches where order_id = new.id;
  return null;
end $$;
create trigger orders_free_matches after update of status, total_cents on orders for each row
  when (old.status = 'SHIPPED' and (new.status <> 'SHIPPED' or new.total_cents < old.total_cents))
  execute function free_matches_of_order();

create function free_matches_of_invoice() returns trigger language plpgsql as $$
begin
  delete from public.payment_matches where invoice_id = new.id;
  return null;
end $$;
create trigger inbound_invoices_free_matches after update of state, total_cents on inbound_invoices for each row
  when (old.state = 'BOOKED' and (new.state <> 'BOOKED' or new.total_cents < old.total_cents))
  execute function free_matches_of_invoice();

-- A counter-entry frees what was matched of the payment that it cancels.
create function free_matches_of_payment() returns trigger language plpgsql as $$
begin
  delete from public.payment_matches where payment_id = new.cancels_id;
  return null;
end $$;
create trigger payments_free_matches after insert on payments for each row when (new.cancels_id is not null)
  execute function free_matches_of_payment();
