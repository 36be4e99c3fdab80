-- A credit note in part leaves less of its order to pay. If more is matched than is left, the matches are freed, as when the total is lowered.
create function free_matches_of_credited() returns trigger language plpgsql as $$
begin
  if (select sum(cents) from public.payment_matches where order_id = new.id) > new.total_cents - new.credited_cents then
    delete from public.payment_matches where order_id = new.id;
  end if;
  return null;
end $$;
create trigger orders_free_matches_credited after update of credited_cents on orders for each row
  when (new.credited_cents > old.credited_cents) execute function free_matches_of_credited();

-- What was matched to orders before this rule, beyond what credit notes left of them.
delete from payment_matches m using orders o where o.id = m.order_id and o.credited_cents > 0
  and (select sum(cents) from payment_matches a where a.order_id = o.id) > o.total_cents - o.credited_cents;
