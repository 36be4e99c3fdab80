-- The board decides by the same rule as the pages which orders are contested.
drop function is_contested(numeric, numeric, numeric);

-- What orders and parties read of documents and payments, and no more of them: `slots` of their server/tables.ts name these views.

-- The accounting documents of orders.
create view order_documents as
  select id, order_id, kind, status, test, series, number, request ->> 'type' as type, (request ->> 'net')::bigint as net_cents,
    (request ->> 'total')::bigint as total_cents, mark, qr_url, error_code, error_message, failure_at, unclear_since, settled_by,
    settled_reason, attempts, updated_at
  from accounting_documents;

-- The payments that hold: neither cancelled ones nor the counter-entries that cancel them.
create view standing_payments as
  select id, bound, type, customer_id, provider_id, date, expire_date, bank_name, issuer, receipt_code, amount_cents
  from payments p
  where cancels_id is null and not exists (select from payments c where c.cancels_id = p.id);
