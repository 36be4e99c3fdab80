-- A line of a recipe keeps the unit in which it was typed. Until now the unit of the material applied to each line.
alter table requirement_materials add column unit text;
update requirement_materials r set unit = m.unit from products m where m.id = r.material_id;
alter table requirement_materials alter column unit set not null;
alter table requirement_materials add constraint requirement_materials_unit_check
  check (unit in ('KG', 'Gram', 'Meter', 'CM', 'MM', 'Litter', 'CubicM', 'Item'));

-- Returns the factor by which a quantity in one unit is multiplied to be in another; null for unlike families. A test compares it
-- with features/products/domain/units.ts.
create function unit_factor(from_unit text, to_unit text) returns numeric
language sql immutable strict parallel safe
as $$
  select case
    when from_unit = to_unit then 1
    when (from_unit, to_unit) in (('KG', 'Gram'), ('Meter', 'MM'), ('CubicM', 'Litter')) then 1000
    when (from_unit, to_unit) in (('Gram', 'KG'), ('MM', 'Meter'), ('Litter', 'CubicM')) then 0.001
    when (from_unit, to_unit) = ('Meter', 'CM') then 100
    when (from_unit, to_unit) = ('CM', 'Meter') then 0.01
    when (from_unit, to_unit) = ('CM', 'MM') then 10
    when (from_unit, to_unit) = ('MM', 'CM') then 0.1
  end
$$;
