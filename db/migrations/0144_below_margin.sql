-- A product is below its margin if its lowest sale price leaves less than the least margin of the company, or less than its cost.
-- The same rule as isBelowMargin of features/products/domain/margin.ts. A price of 0 is one that the product does not have.
create function is_below_margin(sales_e4 bigint, b2b_e4 bigint, cost_e4 bigint, least_bp int) returns boolean
  language sql immutable parallel safe as
$$ select coalesce(
  cost_e4 > price or round((price - cost_e4) * 10000.0 / price) < least_bp, false)
  from (select least(nullif(greatest(sales_e4, 0), 0), nullif(greatest(b2b_e4, 0), 0)) as price) lowest $$;
