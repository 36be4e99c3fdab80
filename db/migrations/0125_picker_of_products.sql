-- The picker of products opens with the first goods for sale by name, and that of materials and boxes with the first of these. Each
-- index has its products in that order.
create index products_picked on products ((usage_type = 'COMPLETE-PRODUCT') desc, name collate "und-x-icu", id);
create index products_not_for_sale on products (name collate "und-x-icu", id) where usage_type <> 'COMPLETE-PRODUCT';
analyze products;
