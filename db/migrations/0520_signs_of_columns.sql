-- Each column of a file says its decimal sign itself, or a person does. A file as a whole has none.
alter table imports drop column decimal_comma;

-- The decimal sign that a person chose for a file whose numbers do not say it.
alter table purchase_files add column decimal_sign text check (decimal_sign in (',', '.'));
