-- Whom a job is sent to. One process runs only a few jobs of one receiver at once. 'none': the job has no such limit.
alter table jobs add column receiver text not null default 'none';
update jobs set receiver = payload ->> 'webhookId'
  where kind = 'webhooks.deliver' and finished_at is null and payload ->> 'webhookId' is not null;
update jobs j set receiver = lower(split_part(d.endpoint, '/', 3))
  from push_devices d
  where j.kind = 'notifications.push' and j.finished_at is null and (j.payload ->> 'deviceId')::bigint = d.id;

-- The first waiting job of each receiver, whatever number waits for the others.
drop index jobs_open;
create index jobs_due on jobs (kind, receiver, priority, run_at, id) where finished_at is null;
-- Whether a job with the same payload waits.
create index jobs_waiting on jobs using hash (payload) where finished_at is null;

-- The unread messages of a person about one record: a line of the bell.
drop index messages_unread;
create index messages_unread on messages (user_id, kind, entity, entity_id, id desc) where read_at is null and not withdrawn;
