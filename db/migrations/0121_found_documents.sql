-- The search finds an issued document by the beginning of its MARK, and a payment by the beginning of its receipt number.
create index accounting_documents_mark_begins on accounting_documents (mark text_pattern_ops) where mark is not null;
create index payments_receipt on payments (lower(receipt_code) text_pattern_ops, id) where receipt_code <> '';
