-- A return that a program writes for an order counts at once, as every return does: it takes from what the customer holds. What the
-- order lends waits for its delivery as before. The statuses are UNDELIVERED_STATUSES in features/orders/domain/order.ts.
create or replace view undelivered_loans as
  select l.customer_id, l.product_id, case when l.product_id is null then public.fold(l.product_name) end as folded_name,
    o.id as order_id,
    greatest(sum(case l.bound when 'OUTBOUND' then l.quantity_e4 else -l.quantity_e4 end), 0)::bigint as quantity_e4
  from orders o join loans l on l.order_id = o.id and l.origin = 'order' and not (l.bound = 'INBOUND' and l.moves_no_stock)
  where o.status in ('PACKAGED', 'READY-TO-INVOICE', 'PARKED', 'INVOICED', 'ON SHIPPING', 'RETURNED') and l.customer_id is not null
  group by l.customer_id, l.product_id, folded_name, o.id;
