-- What programs read at `/api/v2/_changes`: which records were stored or deleted, in the order of the commits (decision 105). A number
-- that is given out while a record is written may become visible after a higher one, and a reader who goes on from the higher one would never
-- see it. So triggers only note a change, in its own transaction, and `list_changes` numbers the notes that were committed.
create table noted_changes (
  id bigint generated always as identity,
  kind text not null,
  record_id bigint not null,
  noted_at timestamptz not null default now()
);

create table listed_changes (
  id bigint generated always as identity primary key,
  kind text not null,
  record_id bigint not null,
  noted_at timestamptz not null
);

-- The only row names the list to which the numbers belong. A restore begins another list.
create table change_list (
  epoch text primary key default left(replace(gen_random_uuid()::text, '-', ''), 12),
  forgotten_to bigint not null default 0
);
create unique index change_list_one on change_list ((true));
insert into change_list default values;

-- Numbers what was committed since the last call. Only one transaction does this at a time, so no number becomes visible after a higher
-- one. It must be called in read committed, where each statement sees what was committed before it.
create function list_changes() returns void language plpgsql as $$
begin
  if not exists (select from public.noted_changes) then return; end if;
  perform from public.change_list for update;
  with taken as (delete from public.noted_changes returning id, kind, record_id, noted_at)
  insert into public.listed_changes (kind, record_id, noted_at)
    select kind, record_id, max(noted_at) from taken group by kind, record_id order by max(id);
end $$;

-- Notes that a record changed. The arguments are its kind, as the data API names it, and the column of the row that has its id.
create function note_change() returns trigger language plpgsql as $$
declare
  before bigint;
  after bigint;
begin
  if tg_op = 'UPDATE' and new is not distinct from old then return null; end if;
  -- a branch is only compiled for tables whose trigger names its column
  case tg_argv[1]
    when 'id' then before := old.id; after := new.id;
    when 'customer_id' then before := old.customer_id; after := new.customer_id;
    when 'invoice_id' then before := old.invoice_id; after := new.invoice_id;
    when 'order_id' then before := old.order_id; after := new.order_id;
    when 'product_id' then before := old.product_id; after := new.product_id;
    when 'provider_id' then before := old.provider_id; after := new.provider_id;
    when 'shipment_id' then before := old.shipment_id; after := new.shipment_id;
    when 'task_id' then before := old.task_id; after := new.task_id;
  end case;
  if after is not null then
    insert into public.noted_changes (kind, record_id) values (tg_argv[0], after);
  end if;
  if before is not null and before is distinct from after then
    insert into public.noted_changes (kind, record_id) values (tg_argv[0], before);
  end if;
  return null;
end $$;

-- The rows that a record consists of, and those that change what is paid of it or its balance.
do $$
declare
  shown record;
begin
  for shown in
    select * from (values
      ('banks', 'banks', 'id'),
      ('customers', 'customers', 'id'),
      ('custorders', 'orders', 'id'),
      ('custorders', 'order_lines', 'order_id'),
      ('custorders', 'order_loans', 'order_id'),
      ('custorders', 'payments', 'order_id'),
      ('custorders', 'payment_matches', 'order_id'),
      ('invoices', 'inbound_invoices', 'id'),
      ('invoices', 'inbound_invoice_lines', 'invoice_id'),
      ('invoices', 'payment_matches', 'invoice_id'),
      ('loans', 'loans', 'id'),
      ('payments', 'payments', 'id'),
      ('products', 'products', 'id'),
      ('products', 'requirement_steps', 'product_id'),
      ('products', 'requirement_materials', 'product_id'),
      ('providers', 'providers', 'id'),
      ('providers', 'inbound_invoices', 'provider_id'),
      ('providers', 'payments', 'provider_id'),
      ('providers', 'opening_balances', 'provider_id'),
      ('salespersons', 'salespersons', 'id'),
      ('shipments', 'shipments', 'id'),
      ('shipments', 'shipment_orders', 'shipment_id'),
      ('taskTypes', 'sections', 'id'),
      ('tasks', 'tasks', 'id'),
      ('tasks', 'task_materials', 'task_id'),
      ('tasks', 'inbound_invoice_lines', 'task_id')
    ) as of (kind, table_name, id_column)
  loop
    execute format('create trigger %I after insert or update or delete on public.%I for each row execute function public.note_change(%L, %L)',
      shown.table_name || '_note_' || lower(shown.kind), shown.table_name, shown.kind, shown.id_column);
  end loop;
end $$;

-- The balance of a customer changes with what other triggers write here. A job deletes the rows.
create trigger debt_changes_note_customers after insert on debt_changes
  for each row execute function public.note_change('customers', 'customer_id');
