-- Numbers of orders never go back, programs' keys own their idempotency keys by a name that no account can have, and two
-- indexes for questions that grew with all of the past.

-- Taking the next number and raising it exclude each other for that moment, so that a number that was given is not given
-- again. The locks are those of the session: kept until the commit they would make new orders wait for a whole import.
create or replace function public.next_order_id() returns bigint language plpgsql as $$
declare candidate bigint;
begin
  perform pg_advisory_lock_shared(hashtext('order_ids'));
  begin
    loop
      candidate := nextval('public.order_ids');
      exit when candidate not in (88888, 999999);
    end loop;
  exception when query_canceled or others then
    perform pg_advisory_unlock_shared(hashtext('order_ids'));
    raise;
  end;
  perform pg_advisory_unlock_shared(hashtext('order_ids'));
  return candidate;
end $$;

-- Lets new orders be numbered after the given number, unless they are already.
create function public.number_orders_after(given bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_lock(hashtext('order_ids'));
  begin
    perform setval('public.order_ids', given)
    from public.order_ids where given > last_value or (given = last_value and not is_called);
  exception when query_canceled or others then
    perform pg_advisory_unlock(hashtext('order_ids'));
    raise;
  end;
  perform pg_advisory_unlock(hashtext('order_ids'));
end $$;

-- imports of before may have set it back; numbers beyond twelve digits are from before the bound of imports
select setval('public.order_ids', highest)
from (select max(id) as highest from orders where id <= 999999999999) taken, public.order_ids
where highest > last_value;

update idempotency_keys i set actor = 'key ' || i.actor
where i.actor in (select name from api_keys) and i.actor !~ '^user [0-9]+$' and i.actor not like 'key %'
  and not exists (select from idempotency_keys other where other.actor = 'key ' || i.actor and other.key = i.key);

-- all that is asked for, so that the rows themselves need not be read
create index idempotency_keys_owner on idempotency_keys (actor, created_at desc, key);
create index loans_nameless on loans (fold(customer_name)) where customer_id is null;
