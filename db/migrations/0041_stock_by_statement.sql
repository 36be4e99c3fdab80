-- The stock of products changes once for each statement that writes the ledger, and no longer once for each of its rows. The
-- writer states the balance after each row; a row with another balance gets the right one here. So the ledger stays right for
-- every writer, and the usual one, which has locked the products and knows their stock, causes no second version of its rows.
create function public.apply_stock_movements() returns trigger language plpgsql set enable_seqscan = off as $$
declare wrong bigint[]; balances bigint[];
begin
  with moved as (
    update public.products p set stock_e4 = p.stock_e4 + s.quantity_e4, updated_at = now()
    from (select product_id, sum(quantity_e4)::bigint as quantity_e4 from written group by product_id) s
    where p.id = s.product_id
    returning p.id, p.stock_e4)
  select array_agg(id), array_agg(right_e4) into wrong, balances
  from (
    select w.id, w.balance_e4,
      m.stock_e4 - sum(w.quantity_e4) over (partition by w.product_id order by w.id desc) + w.quantity_e4 as right_e4
    from written w join moved m on m.id = w.product_id) given
  where balance_e4 <> right_e4;
  if wrong is not null then
    update public.stock_movements m set balance_e4 = f.balance_e4
    from unnest(wrong, balances) f (id, balance_e4) where m.id = f.id;
  end if;
  return null;
end $$;

drop trigger stock_movements_apply on stock_movements;
drop function public.apply_stock_movement();
create trigger stock_movements_apply after insert on stock_movements
  referencing new table as written for each statement execute function public.apply_stock_movements();
