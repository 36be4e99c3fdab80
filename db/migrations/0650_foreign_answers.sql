-- How many answers were about something else than the document. After a few of them a person decides.
alter table accounting_documents add column foreign_answers smallint not null default 0;
alter table delivery_notes add column foreign_answers smallint not null default 0;
alter table lost_documents add column foreign_answers smallint not null default 0;
