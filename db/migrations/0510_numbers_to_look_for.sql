-- A number of which a document may be at a service that cannot be asked: a restore found it given out, without its document.
alter table document_numbers add column look_first boolean not null default false;
