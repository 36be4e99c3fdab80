-- The check of a foreign key reads the order that a line belongs to. In the index of the primary key that is the page on which all new
-- orders are, so serializable transactions that wrote orders at the same moment clashed. Here each order has a place of its own.
create index orders_number on orders using hash (id);

-- Functions in SQL that contain a query are prepared anew for each call.
create or replace function kept_customer(given bigint) returns bigint language plpgsql stable as $$
begin
  return coalesce((select c.merged_into from public.customers c where c.id = given), given);
end $$;

create or replace function kept_provider(given bigint) returns bigint language plpgsql stable as $$
begin
  return coalesce((select p.merged_into from public.providers p where p.id = given), given);
end $$;

-- These read the order of new lines by its number too.
CREATE OR REPLACE FUNCTION derive_promised_lines_of_order_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
begin
  if tg_op <> 'INSERT' then
    delete from public.promised_lines as stored using (select product_id, order_id, false as lent, line_no, quantity_e4 from removed as each_row where not service) as gone
    where stored.product_id = gone.product_id and stored.order_id = gone.order_id and stored.lent = gone.lent and stored.line_no = gone.line_no;
  end if;
  if tg_op <> 'DELETE' then
    insert into public.promised_lines (product_id, order_id, lent, line_no, quantity_e4)
    select line.product_id, line.order_id, line.lent, line.line_no, line.quantity_e4 from (select product_id, order_id, false as lent, line_no, quantity_e4 from added as each_row where not service) as line cross join lateral (select one.status from public.orders one where one.id = line.order_id offset 0) as owner
    where public.is_promised(owner.status);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION derive_promised_lines_of_order_loans()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
begin
  if tg_op <> 'INSERT' then
    delete from public.promised_lines as stored using (select product_id, order_id, true as lent, line_no, quantity_e4 from removed as each_row) as gone
    where stored.product_id = gone.product_id and stored.order_id = gone.order_id and stored.lent = gone.lent and stored.line_no = gone.line_no;
  end if;
  if tg_op <> 'DELETE' then
    insert into public.promised_lines (product_id, order_id, lent, line_no, quantity_e4)
    select line.product_id, line.order_id, line.lent, line.line_no, line.quantity_e4 from (select product_id, order_id, true as lent, line_no, quantity_e4 from added as each_row) as line cross join lateral (select one.status from public.orders one where one.id = line.order_id offset 0) as owner
    where public.is_promised(owner.status);
  end if;
  return null;
end $function$;

-- The pages that a person has pinned to the top of the menu, and whether the key / alone opens the search.
alter table preferences add column pins jsonb;
alter table preferences add column slash_key boolean;
