-- Services that want to be asked slowly are asked so by all processes together: when each may be asked next.
create table service_turns (
  service text primary key,
  next_at timestamptz not null
);
