-- A credit note of a part of an order lowers what is open of it. The triggers of 0390 do not know the column, which is younger.
create trigger orders_debt_credited after update of credited_cents on orders
  for each row when (old.credited_cents is distinct from new.credited_cents) execute function append_debt_change();
