-- A writer of the ledger may leave the balance out, as before migration 0041: the trigger replaces it by the right one.
alter table stock_movements alter column balance_e4 set default 0;
