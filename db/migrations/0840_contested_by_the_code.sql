-- The board decides by the same rule as the pages which orders are contested.
drop function is_contested(numeric, numeric, numeric);
