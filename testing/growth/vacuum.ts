/** Brings the tables of a test into the state that a product has some time after its last change, so that plans are the same each time. */
import { type Database, sql } from '#server/db/database.ts'

/**
 * An analysis that the server starts by itself while the rows below are vacuumed would keep them from being marked as
 * visible to all. Indexes alone would then not be enough to count orders.
 */
export const stopAutovacuum = (of: Database): Promise<void> =>
  of.script(`do $$ declare one regclass; begin
    for one in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('alter table %s set (autovacuum_enabled = off)', one);
    end loop; end $$`)

/**
 * Vacuums until every page is marked as visible to all. Work that the server does by itself at that moment, such as an analysis of
 * its own catalogue, keeps pages from being marked.
 */
export async function markAllVisible(of: Database): Promise<void> {
  const marked = () =>
    of.one<{ all: boolean }>(sql`
      select bool_and(relallvisible = relpages) as all from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`)
  // the server of the tests commits before the disk has the change, and a vacuum marks only pages whose changes the disk has
  await of.run(sql`checkpoint`)
  do await of.run(sql`vacuum (analyze)`)
  while (!(await marked()).all)
}
