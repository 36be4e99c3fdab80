/**
 * Prepares a migrated folder for PGlite and starts a PostgreSQL server before the first proof. Proofs run on both
 * engines, whatever TEST_ENGINE says.
 */
import { pgliteFolder } from '#server/testing/template.ts'
import { givePostgres } from '../database-for-all.ts'

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  await pgliteFolder()
  return givePostgres()
}
