-- Programs ask for payments by `entity_id`, which is the id of a customer or of a provider.
create index payments_entity on payments ((coalesce(customer_id, provider_id)), id);
