-- Finds the lent items that a product brings along. A change of its unit asks for them.
create index order_loans_origin on order_loans (origin_product_id) where origin_product_id is not null;
