-- A parcel that an order does not have any more is not loaded. Without this, its tick would come back with a later parcel of
-- the same number, which nobody has loaded.
create function public.forget_removed_parcels() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  delete from public.loaded_parcels where order_id = new.id and parcel > new.parcels;
  return null;
end $$;

create trigger orders_forget_removed_parcels after update of parcels on orders
  for each row when (new.parcels < old.parcels) execute function public.forget_removed_parcels();

delete from loaded_parcels l using orders o where o.id = l.order_id and l.parcel > o.parcels;
