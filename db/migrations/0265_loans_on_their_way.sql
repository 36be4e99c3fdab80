-- What each order that is packed and not delivered yet lends: it lies in the warehouse or on a truck, and no customer holds it. An order
-- that returned is not delivered. An order of which more came back than it lent holds nothing back. The statuses are
-- UNDELIVERED_STATUSES in features/orders/domain/order.ts. Records without a product go by their name (C-38).
create view undelivered_loans as
  select l.customer_id, l.product_id, case when l.product_id is null then public.fold(l.product_name) end as folded_name,
    o.id as order_id,
    greatest(sum(case l.bound when 'OUTBOUND' then l.quantity_e4 else -l.quantity_e4 end), 0)::bigint as quantity_e4
  from orders o join loans l on l.order_id = o.id and l.origin = 'order'
  where o.status in ('PACKAGED', 'READY-TO-INVOICE', 'PARKED', 'INVOICED', 'ON SHIPPING', 'RETURNED') and l.customer_id is not null
  group by l.customer_id, l.product_id, folded_name, o.id;

-- The balance of each customer (C-40), and what the customer holds of it. The balances of products are stored, and only records without
-- a product are summed. Who reads no held quantity reads no orders: the joins are left out then, because they are unique.
create or replace view loan_sums as
  select b.customer_id, b.product_id, null::text as product_name, b.balance_e4,
    (b.balance_e4 - coalesce(u.quantity_e4, 0))::bigint as held_e4
  from loan_balances b
  left join (
    select customer_id, product_id, sum(quantity_e4)::bigint as quantity_e4 from undelivered_loans
    where product_id is not null group by customer_id, product_id) u on u.customer_id = b.customer_id and u.product_id = b.product_id
  union all
  select n.customer_id, null::bigint, n.product_name, n.balance_e4, (n.balance_e4 - coalesce(u.quantity_e4, 0))::bigint
  from (
    select customer_id, public.fold(product_name) as folded_name, max(product_name) as product_name,
      sum(case bound when 'OUTBOUND' then quantity_e4 else -quantity_e4 end)::bigint as balance_e4
    from loans where product_id is null and customer_id is not null group by customer_id, public.fold(product_name)) n
  left join (
    select customer_id, folded_name, sum(quantity_e4)::bigint as quantity_e4 from undelivered_loans
    where product_id is null group by customer_id, folded_name) u on u.customer_id = n.customer_id and u.folded_name = n.folded_name;
