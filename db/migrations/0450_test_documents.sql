-- Documents that were sent to the test environment of the accounting service. They never count as issued.
alter table accounting_documents add column test boolean not null default false;
