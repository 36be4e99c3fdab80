/** The server is killed while it restores a backup. Afterwards the data are wholly the old ones, or wholly those of the backup. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Engine, PASSWORD, startServer } from '../server-under-test.ts'
import { type Caller, done, isConnectionError, signedIn } from './callers.ts'
import { LONG, shortOrFull } from '#server/testing/length.ts'

const KILLS = shortOrFull(1, 50)
/** The moments of the kills are spread over this time, in which a restore of the demo company begins and ends. */
const SPREAD_MILLISECONDS = 6_000

type Listed = {
  backups: { id: number; state: string }[]
  restore: { id: number; state: string } | null
  company: string
}

const list = async (admin: Caller): Promise<Listed> => (await done(admin.ask('backup.list'))) as Listed

/** Waits until a condition of the list holds. */
async function waitFor(admin: Caller, holds: (listed: Listed) => boolean): Promise<Listed> {
  for (;;) {
    const listed = await list(admin)
    if (holds(listed)) return listed
    await pause(300)
  }
}

const customerNames = async (admin: Caller): Promise<string[]> => {
  const { resource } = await done(admin.call('GET', '_table/customers?fields=name&limit=1000'))
  return (resource as { name: string }[]).map(({ name }) => name).toSorted()
}

test.each<Engine>(LONG ? ['pglite', 'postgres'] : ['postgres'])(
  `%s: a restore that is killed at ${KILLS} moments leaves the old data or those of the backup`,
  async (engine) => {
    await using server = await startServer({ engine })
    let admin = await signedIn(server, 'admin@kerino.demo')
    const { id } = await done(admin.press('backup.start', {}))
    await waitFor(admin, ({ backups }) => backups.some((one) => one.id === id && one.state === 'DONE'))
    const inBackup = await customerNames(admin)
    const outcomes = { old: 0, restored: 0 }
    for (let kill = 0; kill < KILLS; kill++) {
      await done(admin.press('customers.create-customer', { name: `Μετά το αντίγραφο ${kill}` }))
      const old = await customerNames(admin)
      await done(admin.press('backup.compare', { id }))
      const { restore, company } = await waitFor(admin, (listed) => listed.restore?.state === 'COMPARED')
      await done(admin.press('backup.restore', { id: restore?.id, company, password: PASSWORD }))
      await pause((SPREAD_MILLISECONDS * (kill + 0.5)) / KILLS)
      await server.kill9()
      await server.restart()
      admin = await signedIn(server, 'admin@kerino.demo')
      const found = await customerNames(admin)
      expect([old, inBackup]).toContainEqual(found)
      outcomes[found.length === inBackup.length ? 'restored' : 'old'] += 1
      // the figures agree with their documents, and what was interrupted is not repeated
      expect(await done(admin.ask('stock.health'))).toEqual({ rows: [] })
      await waitFor(admin, (listed) => ['DONE', 'FAILED'].includes(listed.restore?.state ?? '')).catch(
        (error: unknown) => {
          if (!isConnectionError(error)) throw error
        },
      )
    }
    console.log(
      `kill -9 of a restore on ${engine}: ${outcomes.old} times the old data, ${outcomes.restored} times the backup`,
    )
    expect(outcomes.old + outcomes.restored).toBe(KILLS)
  },
  1_800_000,
)
