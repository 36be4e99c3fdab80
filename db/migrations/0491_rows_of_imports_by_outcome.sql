-- The page of a move-in lists its refused records, which are few of many.
create index move_in_records_refused on move_in_records (move_in_id, kind_no, position) where outcome = 'refused';
-- The page of an import lists the rows of one outcome, and those that an undo left.
create index import_lines_by_outcome on import_lines (import_id, outcome, line);
create index import_lines_left on import_lines (import_id, line) where left_over;
