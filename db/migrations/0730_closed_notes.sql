-- A note of others that waits for no answer is closed, and its search column contains what /receiving finds it by. So the list reads what it
-- shows and not all notes since the beginning.
alter table received_notes add column closed boolean not null default false;
update received_notes n set closed = true
where n.state in ('cancelled', 'rejected', 'failed', 'completed')
  or exists (select from received_answers a where a.note_mark = n.mark and a.status = 'DONE');

alter table received_notes add column search text not null generated always as (
  public.fold(mark || ' ' || series || ' ' || number || ' ' || issuer_vat || ' ' || issuer_name || ' '
    || jsonb_path_query_array(lines, '$[*].code')::text || ' ' || jsonb_path_query_array(lines, '$[*].name')::text)
  || ' ' || public.phonetic_key(issuer_name || ' ' || jsonb_path_query_array(lines, '$[*].name')::text)) stored;

create index received_notes_open on received_notes (id) where not closed;
create index received_notes_search on received_notes using gin (search gin_trgm_ops);
create index received_notes_issuer on received_notes (issuer_vat);
