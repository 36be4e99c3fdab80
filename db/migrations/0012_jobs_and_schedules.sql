-- Jobs that one worker holds and renews, single ones before those of a bulk, with a visible end; and what is done by the clock.

-- Which worker does the job; it renews `locked_until` while it does.
alter table jobs add column owner uuid;
-- 0: a person waits for it; 1: one of many that were asked for at once.
alter table jobs add column priority smallint not null default 0;
-- Given up after too many tries; what it was about shows it.
alter table jobs add column gave_up_at timestamptz;
drop index jobs_open;
create index jobs_open on jobs (kind, priority, run_at, id) where finished_at is null;
create index jobs_finished on jobs (finished_at) where finished_at is not null;

-- When each scheduled job is due next; whichever process comes first writes the job.
create table schedules (
  name text primary key,
  next_at timestamptz not null,
  last_at timestamptz
);
