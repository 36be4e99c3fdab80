-- What is lent to each customer of each product. The balance is what went out less what came back (C-40). What a customer
-- holds is less by what packaging booked for orders that are not delivered yet: those pieces lie in the warehouse or on a
-- truck. An order that returned is not delivered. Records of other origins count at once. The statuses are
-- UNDELIVERED_STATUSES in features/orders/domain/order.ts. Records without a product go by their name (C-38).
create view loan_sums as
  select customer_id, product_id, max(product_name) as product_name, sum(quantity_e4)::bigint as balance_e4,
    -- an order of which more came back than it lent holds nothing back
    (sum(quantity_e4) - coalesce(sum(greatest(quantity_e4, 0)) filter (where is_undelivered), 0))::bigint as held_e4
  from (
    select l.customer_id, l.product_id, case when l.product_id is null then public.fold(l.product_name) end as folded_name,
      max(l.product_name) as product_name, o.id is not null as is_undelivered,
      sum(case l.bound when 'OUTBOUND' then l.quantity_e4 else -l.quantity_e4 end) as quantity_e4
    from loans l left join orders o on o.id = l.order_id and l.origin = 'order'
      and o.status in ('PACKAGED', 'READY-TO-INVOICE', 'PARKED', 'INVOICED', 'ON SHIPPING', 'RETURNED')
    where l.customer_id is not null
    group by l.customer_id, l.product_id, folded_name, o.id) by_order
  group by customer_id, product_id, folded_name;
