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

/**
 * Locks the provider to write by until the commit, found as `readKeptProvider` does. A merge that was committed while this waited for
 * the lock is seen by the second attempt.
 */
export async function lockKeptProvider(rows: Rows, id: number): Promise<NamedProvider | null> {
  const lock = () =>
    rows.maybe<NamedProvider>(
      sql`select id, name, vat from providers where id = kept_provider(${id}::bigint) and ${IS_LISTED} for no key update`,
    )
  return (await lock()) ?? (await lock()) ?? null
}
