-- The device that became known by a link. The link is used up when its person signs in there, so that it can be used again if the answer with
-- the cookie is lost.
alter table account_links add column device_id bigint references known_devices on delete set null;
create index account_links_device on account_links (device_id) where device_id is not null;
