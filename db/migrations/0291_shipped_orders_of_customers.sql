-- What a customer owes by age reads the amount and the day of the sale of all shipped orders. With these columns it reads the index only.
drop index orders_shipped;
create index orders_shipped on orders (customer_id) include (id, total_cents, invoiced_on, shipped_on, created_at)
  where status = 'SHIPPED';
