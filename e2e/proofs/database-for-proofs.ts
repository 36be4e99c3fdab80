/**
 * Bundles the server, prepares a migrated folder for PGlite and starts a PostgreSQL server before the first proof. Proofs run on both
 * engines, whatever TEST_ENGINE says. A short run prepares the folder only when a proof asks for it.
 */
import { SHORT } from '#testing/length.ts'
import { pgliteFolder } from '#testing/template.ts'
import { removeKilledRuns } from '#testing/temporary-folder.ts'
import { givePostgres, giveServer } from '../database-for-all.ts'

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  removeKilledRuns()
  await giveServer()
  if (!SHORT) await pgliteFolder()
  return givePostgres()
}
