-- The file of a bank may also be MT940 or Excel.
alter table bank_statements drop constraint bank_statements_form_check;
alter table bank_statements add constraint bank_statements_form_check check (form in ('camt', 'mt940', 'csv', 'excel'));
