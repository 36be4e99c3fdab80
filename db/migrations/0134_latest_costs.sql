-- Finds the latest changes of costs, of all products together.
create index history_costs on history (id) where entity = 'products' and jsonb_exists(changes, 'costPrice');
