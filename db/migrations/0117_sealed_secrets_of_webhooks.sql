-- The secret of a webhook is encrypted with a key outside the database, as the secrets of second factors are. The server encrypts
-- the earlier ones at its next start, before it serves anybody: it has the key, and this file has not. New ones are refused in clear.
alter table webhooks rename column secret to sealed_secret;
alter table webhooks add constraint webhooks_secret_is_sealed check (sealed_secret like 'v1.%') not valid;

-- What the page shows of each webhook: the last success, the last answer, and what waits.
create index webhook_deliveries_sent on webhook_deliveries (webhook_id, tried_at) where status = 'SENT';
create index webhook_deliveries_tried on webhook_deliveries (webhook_id, tried_at) where tried_at is not null;
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id) where status = 'WAITING';

-- Messages that were never read are deleted after a year.
create index messages_unread_age on messages (created_at) where read_at is null and not withdrawn;
