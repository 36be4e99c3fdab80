-- When a person let a document be handed over without its MARK, because the connection to the accounting service was lost.
alter table accounting_documents add column failure_at timestamptz;
