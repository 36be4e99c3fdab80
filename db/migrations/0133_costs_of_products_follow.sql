-- The cost of a product follows the costs of its materials at once. Until now it followed when the product was saved again, so each
-- stored cost is worked out once, from the leaves up: each pass reaches one more level. The rule is computedCost of
-- features/products/domain/cost.ts. A product that is made of itself ends with the last pass, at most at the highest number that the program reads.
do $$
declare changed bigint;
begin
  for pass in 1..100 loop
    update public.products p set cost_price_e4 = made.cost
    from (
      select t.id, least(round(sum(r.quantity_e4 * public.unit_factor(r.unit, m.unit) * m.cost_price_e4)
        * (10000 + t.cost_margin_bp) / 100000000), 9007199254740991)::bigint as cost
      from public.products t
      join public.requirement_materials r on r.product_id = t.id
      join public.products m on m.id = r.material_id
      where t.usage_type <> 'PURCHASED-MATERIAL'
      group by t.id
    ) made
    where made.id = p.id and p.cost_price_e4 <> made.cost;
    get diagnostics changed = row_count;
    exit when changed = 0;
  end loop;
end
$$;
