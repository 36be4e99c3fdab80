-- One ledger of money. `counted_documents` had a row for each version of a document as reports count it, written by triggers. It becomes the
-- ledger: each document posts lines that sum to zero, the first of them on the account of its party, and the commands write them.

drop trigger counted_documents_commission on counted_documents;
drop trigger counted_documents_commission_ended on counted_documents;
drop trigger counted_documents_goods on counted_documents;
drop trigger counted_documents_goods_ended on counted_documents;
drop trigger orders_counted on orders;
drop trigger orders_counted_changed on orders;
drop trigger orders_credits_counted on orders;
drop trigger inbound_invoices_counted on inbound_invoices;
drop trigger inbound_invoices_counted_changed on inbound_invoices;
drop trigger payments_counted on payments;
drop trigger payments_counted_changed on payments;
drop trigger orders_debt_inserted on orders;
drop trigger orders_debt_deleted on orders;
drop trigger orders_debt_changed on orders;
drop trigger orders_debt_credited on orders;
drop trigger payments_debt_inserted on payments;
drop trigger payments_debt_deleted on payments;
drop trigger payments_debt_changed on payments;
drop trigger opening_balances_debt_changed on opening_balances;
drop trigger orders_free_matches on orders;
drop trigger orders_free_matches_credited on orders;
drop trigger inbound_invoices_free_matches on inbound_invoices;
drop trigger payments_free_matches on payments;
drop function count_order();
drop function count_credits();
drop function count_document_of_order(bigint);
drop function sale_of_order(bigint);
drop function count_invoice();
drop function count_payment();
drop function append_debt_change();
drop function free_matches_of_order();
drop function free_matches_of_credited();
drop function free_matches_of_invoice();
drop function free_matches_of_payment();

alter table counted_documents rename to postings;
alter sequence counted_documents_id_seq rename to postings_id_seq;
alter index counted_documents_pkey rename to postings_pkey;
drop index counted_documents_by_day;
drop index counted_documents_now;
drop index counted_documents_of_salesperson;
alter table postings drop constraint counted_documents_source_check;
alter table postings add constraint postings_source_check check (source in ('order', 'invoice', 'payment', 'opening'));
alter table postings
  add column line smallint not null default 0,
  add column account text not null default '',
  -- debit above zero, credit below
  add column cents bigint not null default 0,
  add column reference text not null default '',
  add column answers_id bigint,
  add column historic boolean not null default false,
  alter column total_cents set default 0;

-- The first line of each version of a document is on the account of its party.
update postings p set account = x.account, cents = x.cents, reference = x.reference, answers_id = x.answers_id, historic = x.historic
from (
  select p.id,
    case p.source when 'order' then 'customers' when 'invoice' then 'providers'
      else case when y.customer_id is not null then 'customers' when y.provider_id is not null then 'providers'
        when y.salesperson_id is not null then 'salespersons' else 'others' end end as account,
    case when p.source = 'order' or p.bound = 'Outbound' then p.total_cents else -p.total_cents end as cents,
    case p.source when 'order' then case when p.document_id < 0 then concat_ws(' ', d.series, d.number) else p.refcode end
      when 'invoice' then coalesce(i.number, '') else coalesce(y.receipt_code, '') end as reference,
    case p.source when 'order' then c.order_id when 'payment' then y.cancels_id end as answers_id,
    coalesce(o.historic, i.historic, y.import_id is not null) as historic
  from postings p
  left join payments y on p.source = 'payment' and y.id = p.document_id
  left join inbound_invoices i on p.source = 'invoice' and i.id = p.document_id
  left join credits c on p.source = 'order' and c.id = -p.document_id
  left join accounting_documents d on d.id = c.document_id
  left join orders o on p.source = 'order' and o.id = coalesce(c.order_id, p.document_id)) x
where x.id = p.id;

insert into postings (source, document_id, account, party_id, day, cents, reference, recorded_at)
select 'opening', id, case when customer_id is null then 'providers' else 'customers' end, coalesce(customer_id, provider_id), day,
  case when customer_id is null then -amount_cents else amount_cents end, note, updated_at
from opening_balances where amount_cents <> 0;

-- The other lines: what the amount is against, and the VAT.
insert into postings (source, document_id, line, account, party_id, day, cents, refcode, bound, type, red, reference, answers_id, historic,
  recorded_at, ended_at)
select p.source, p.document_id, l.line, l.account, l.party_id, p.day, l.cents, p.refcode, p.bound, p.type, p.red, l.reference, p.answers_id,
  p.historic, p.recorded_at, p.ended_at
from postings p
left join payments y on p.source = 'payment' and y.id = p.document_id
cross join lateral (select case when p.cents = p.total_cents then p.vat_cents else -p.vat_cents end as vat) v
cross join lateral (values
  (1, case p.source when 'order' then 'sales' when 'invoice' then 'purchases' when 'opening' then 'openings'
      else case p.type when 'CASH' then case when y.carried_by is null then 'till' else 'carried' end
        when 'BANK' then 'bank' when 'CARD' then 'cards' else 'cheques' end end,
    case when p.type = 'CASH' then y.carried_by end, v.vat - p.cents, case when p.type = 'BANK' then y.bank_name else '' end),
  (2, 'vat', null, -v.vat, '')) as l(line, account, party_id, cents, reference)
where l.cents <> 0;

alter table postings alter column account drop default, alter column cents drop default;

create unique index postings_now on postings (source, document_id, line) where ended_at is null;
-- The credit notes that answer an order, and the counter-entry that answers a payment.
create index postings_answers on postings (answers_id, source) where answers_id is not null and ended_at is null;
-- The account of a party, and that of the till, a bank or the VAT: its lines that hold, by day.
create index postings_of_account on postings (account, party_id, day, id) include (source, document_id, bound, cents, reference, answers_id)
  where ended_at is null;
-- One index answers sums of reports over a period from its leaves alone, now and as known at a moment, and lists the documents by day.
create index postings_by_day on postings (source, day, document_id) include (refcode, bound, type, red, party_id, salesperson_id, net_cents,
  vat_cents, total_cents, cost_cents, recorded_at, ended_at) where line = 0;
create index postings_of_salesperson on postings (salesperson_id, day, document_id) include (source, bound, party_id, net_cents, total_cents,
  commission_cents, recorded_at, ended_at) where salesperson_id is not null and line = 0;

create trigger postings_commission after insert on postings
  for each row when (new.salesperson_id is not null and new.ended_at is null) execute function append_commission_change();
create trigger postings_commission_ended after update on postings
  for each row when (new.salesperson_id is not null and old.ended_at is null and new.ended_at is not null)
  execute function append_commission_change();
create constraint trigger postings_goods after insert on postings deferrable initially deferred
  for each row when (new.line = 0 and new.source in ('order', 'invoice') and new.ended_at is null) execute function count_goods();
create constraint trigger postings_goods_ended after update on postings deferrable initially deferred
  for each row when (new.line = 0 and new.source in ('order', 'invoice') and old.ended_at is null and new.ended_at is not null)
  execute function count_goods();

-- What the nightly comparison of the ledger with the documents found.
create table ledger_differences (
  id bigint generated always as identity primary key,
  source text not null,
  document_id bigint not null,
  found_at timestamptz not null,
  unique (source, document_id)
);
