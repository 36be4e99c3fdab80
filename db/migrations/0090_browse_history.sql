-- The history browser reads entries by time, and narrows them by kind of record and by person. A kind or a person with many entries is
-- found while the entries are read by time. For those with few, blocks without any are skipped. The second index costs a write
-- almost nothing, because it has one entry for thousands of rows.
create index history_at on history (at, id);
create index history_kinds on history using brin (entity text_bloom_ops, user_id int8_bloom_ops)
  with (pages_per_range = 32, autosummarize = on);
