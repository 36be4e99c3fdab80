-- A bank that the company no longer uses is hidden: forms do not propose it, and programs still find it.
alter table banks add column hidden_at timestamptz;
