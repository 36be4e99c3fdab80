-- One meaning of short, promised and free (C-77): what orders sell and what they lend is counted together.

-- Whether what is left after a need is too little. One ten-thousandth may come of rounding alone (C-52).
-- Its twin is isShort in features/stock/domain/availability.ts.
create function is_short(left_e4 numeric) returns boolean language sql immutable parallel safe as
$$ select left_e4 < -1 $$;

-- What orders take from the shelf: the products they sell and the pieces they lend.
create view order_goods as
  select order_id, product_id, name, quantity_e4, false as lent from order_lines
  union all
  select order_id, product_id, name, quantity_e4, true from order_loans;

-- What each order wants of each product.
create view order_needs as
  select order_id, product_id, min(name) as name, sum(quantity_e4)::bigint as quantity_e4
  from order_goods group by order_id, product_id;

-- What orders were promised: from the day they are written until they are packed (C-11).
create view promised_goods as
  select g.order_id, g.product_id, g.quantity_e4, o.expected_delivery_at
  from orders o join order_goods g on g.order_id = o.id
  where o.status in ('PENDING-STOCK', 'STOCK-OK', 'TO-PACKAGE');
