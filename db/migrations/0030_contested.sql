-- Contested: there is enough on the shelf, but too little of it is free of promises to other orders (C-11, C-77).
-- The rule stands in features/stock/domain/availability.ts; a test compares the two.
create function public.is_contested(stock_e4 numeric, needed_e4 numeric, free_e4 numeric) returns boolean
language sql immutable parallel safe as
$$ select not public.is_short(stock_e4 - needed_e4) and public.is_short(free_e4 - needed_e4) $$;
