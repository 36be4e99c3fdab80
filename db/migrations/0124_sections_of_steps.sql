-- The data API names the sections of the goods of each shown order. An index with the section is read instead of the steps.
create index requirement_steps_sections on requirement_steps (product_id, seq) include (section);
