-- Sections are set up by an administrator. A change is refused if the section has a newer version than the person saw. The
-- account name is the first name that makes an account act as the section (C-03); it was in the code until now.

alter table sections
  add column version int not null default 1,
  add column account_name text;

update sections set account_name = case name
  when 'ΕΣΤΙΑΣΗ' then 'estiash'
  when 'ΚΟΡΜΑΚΙΑ' then 'kormakia'
  when 'ΦΙΤΙΛΙΑ' then 'fitilia'
  when 'ΠΡΕΣΣΑ' then 'pressa'
  when 'ΠΛΥΝΤΗΡΙΟ' then 'plyntirio'
  when 'ΤΡΙΜΑ' then 'trima'
  when 'ΤΡΙΨΙΜΟ' then 'tripsimo'
  when 'ΒΕΝΕΤΙΚΟ' then 'benetiko'
  when 'ΒΑΦΗ' then 'bafh'
  when 'ΧΥΤΑ' then 'xyta'
  when 'EXTRUDER' then 'extruder'
  when 'GEMISMA' then 'gemisma'
end;

alter table sections
  add constraint sections_account_name_unique unique (account_name),
  add constraint sections_account_name_plain check (account_name <> '' and account_name = lower(btrim(account_name)));
