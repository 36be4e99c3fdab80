-- The documents and delivery notes of some days, as they are compared with those of the tax office.
create index accounting_documents_day on accounting_documents ((request ->> 'day'));
create index delivery_notes_day on delivery_notes ((request ->> 'day'));
