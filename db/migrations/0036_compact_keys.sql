-- Idempotency keys in less room: the number of the person and sixteen bytes instead of texts. The keys of pages are sixteen
-- bytes already; other keys, and the names of programs with theirs, become a hash. The first answer may go before its key.
create table compact_keys (
  owner bigint not null,
  created_at timestamptz not null default now(),
  key uuid not null,
  fingerprint uuid not null,
  answer text,
  primary key (owner, key)
);
insert into compact_keys (owner, created_at, key, fingerprint, answer)
select
  case when of_person then substring(actor from 6)::bigint else 0 end,
  created_at,
  case when of_person and key ~ '^[0-9a-f]{32}$' then key::uuid
    when of_person then substring(encode(sha256(convert_to(key, 'UTF8')), 'hex') for 32)::uuid
    else substring(encode(sha256(convert_to(actor, 'UTF8') || '\x00'::bytea || convert_to(key, 'UTF8')), 'hex') for 32)::uuid
  end,
  substring(encode(decode(fingerprint, 'base64'), 'hex') || repeat('0', 32) for 32)::uuid,
  coalesce((answer -> 'value')::text, 'null')
from idempotency_keys, lateral (select actor ~ '^user [0-9]{1,18}$' as of_person) whose
on conflict do nothing;
drop table idempotency_keys;
alter table compact_keys rename to idempotency_keys;
alter index compact_keys_pkey rename to idempotency_keys_pkey;
create index idempotency_keys_created on idempotency_keys (created_at);
create index idempotency_keys_owner on idempotency_keys (owner, created_at);
