import { IS_LISTED } from '#features/parties/server/listed.ts'
import { type Rows, sql } from '#server/db/database.ts'

/** A provider as other records name it. */
type NamedProvider = { readonly id: number; readonly name: string; readonly vat: string }

/**
 * Returns the provider to write by: the one into which the given one was merged, or the given one. Null for an unknown id and
 * for the placeholder of external programs.
 */
export const readKeptProvider = (rows: Rows, id: number): Promise<NamedProvider | null> =>
  rows
    .maybe<NamedProvider>(
      sql`select id, name, vat from providers where id = kept_provider(${id}::bigint) and ${IS_LISTED}`,
    )
    .then((provider) => provider ?? null)

/** Returns the providers to write by, each by the id that was asked for. Unknown ids and the placeholder are left out. */
export const readKeptProviders = (rows: Rows, ids: readonly number[]): Promise<Map<number, NamedProvider>> =>
  rows
    .many<NamedProvider & { asked: number }>(sql`
      select asked.asked, p.id, p.name, p.vat from unnest(${[...ids]}::bigint[]) as asked(asked)
      join providers p on p.id = kept_provider(asked.asked) where ${IS_LISTED}`)
    .then((found) => new Map(found.map(({ asked, ...provider }) => [asked, provider])))

/**
 * Locks the provider to write by until the commit, found as `readKeptProvider` does, for a command that is not serializable. A merge
 * that was committed while this waited for the lock is seen by the second attempt. The row is written, though it does not change,
 * because a merge that waits for a lock alone would go on without seeing what this transaction has written for the provider.
 */
export async function lockKeptProvider(rows: Rows, id: number): Promise<NamedProvider | null> {
  const lock = () =>
    rows.maybe<NamedProvider>(
      sql`update providers set updated_at = updated_at where id = kept_provider(${id}::bigint) and ${IS_LISTED} returning id, name, vat`,
    )
  return (await lock()) ?? (await lock()) ?? null
}
