/**
 * The server is killed while it restores a backup and people write. Afterwards the data are wholly the old ones, or wholly those of the backup,
 * and everything that was confirmed is in the data or in the backup that the restore made first.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openArchive } from '#features/backup/server/archive/open-archive.ts'
import { isBackupName } from '#server/integrations/backups/backup-store.ts'
import { expect, test } from 'vitest'
import { type Engine, type ServerUnderTest, startServer } from '../server-under-test.ts'
import { askForRestore, hasEnded, listBackups, makeBackup, waitForBackups } from './backups.ts'
import { type Caller, done, isConnectionError, signedIn } from './callers.ts'
import { FULL_LENGTH, usualOrFull } from '#testing/length.ts'

const KILLS = usualOrFull(1, 50)
/** The moments of the kills are spread over the time of a restore that is not killed, and as long again, because a machine may be slower by then. */
const SPREAD = 2
const WRITERS = 3
const WRITE_PAUSE_MILLISECONDS = 20
/** The customers that are read at once. */
const PAGE = 1_000

/** Begins the names of the customers that people write beside a restore. */
const BESIDE = 'Δίπλα'

const namesOf = async (admin: Caller): Promise<string[]> => {
  const names: string[] = []
  for (let more = true; more; ) {
    const { resource } = await done(
      admin.call('GET', `_table/customers?fields=name&order=id&limit=${PAGE}&offset=${names.length}`),
    )
    names.push(...(resource as { name: string }[]).map(({ name }) => name))
    more = resource.length === PAGE
  }
  return names
}

/** Returns the names without those that were written beside a restore. */
const quiet = (names: readonly string[]): string[] => names.filter((name) => !name.startsWith(BESIDE)).toSorted()

/** Returns the backups of a server, without a file that a killed process did not finish: it begins with a dot, and the next backup removes it. */
const backupsIn = ({ dataDir }: ServerUnderTest): string[] => readdirSync(join(dataDir, 'backups')).filter(isBackupName)

/** Returns the names of the customers in the backups that were made since. */
async function namesInNew(server: ServerUnderTest, before: readonly string[]): Promise<string[]> {
  const names: string[] = []
  for (const file of backupsIn(server).filter((one) => !before.includes(one))) {
    const archive = await openArchive(join(server.dataDir, 'backups', file), join(server.dataDir, 'plain'), null)
    for await (const lines of archive.lines('customers'))
      for (const line of lines) names.push((JSON.parse(line) as { name: string }).name)
    archive.close()
  }
  return names
}

type Written = { readonly confirmed: string[]; refused: number }

/** Writes customers until the connection breaks or `over` is aborted. Every answer is a success or the refusal of a restore. */
async function write(caller: Caller, who: string, over: AbortSignal, written: Written): Promise<void> {
  for (let one = 0; !over.aborted; one++) {
    const name = `${BESIDE} ${who} ${one}`
    try {
      const { status, body } = await caller.press('customers.create-customer', { name })
      if (status === 200) written.confirmed.push(name)
      else {
        expect([status, body]).toMatchObject([503, { refusal: { code: 'restoring' } }])
        written.refused += 1
      }
    } catch (error) {
      if (!isConnectionError(error)) throw error
      return
    }
    await pause(WRITE_PAUSE_MILLISECONDS)
  }
}

/** Does `work` while people write, and returns what was confirmed to them. */
async function besideWriters(caller: Caller, round: string, work: () => Promise<unknown>): Promise<Written> {
  const written: Written = { confirmed: [], refused: 0 }
  const over = new AbortController()
  const writers = Promise.all(
    Array.from({ length: WRITERS }, (_, index) => write(caller, `${round} ${index}`, over.signal, written)),
  )
  try {
    await work()
  } finally {
    over.abort()
    await writers
  }
  return written
}

test.each<Engine>(FULL_LENGTH ? ['pglite', 'postgres'] : ['postgres'])(
  `%s: a restore that is killed at ${KILLS} moments leaves the old data or those of the backup, and nothing confirmed is lost`,
  async (engine) => {
    await using server = await startServer({ engine })
    let admin = await signedIn(server, 'admin@kerino.demo')
    const id = await makeBackup(admin)
    const inBackup = quiet(await namesOf(admin))
    const outcomes = { FAILED: 0, DONE: 0, confirmed: 0, refused: 0 }
    const demandNothingLost = async (before: readonly string[], { confirmed, refused }: Written): Promise<void> => {
      const found = new Set([...(await namesOf(admin)), ...(await namesInNew(server, before))])
      expect(confirmed.filter((name) => !found.has(name))).toEqual([])
      outcomes.confirmed += confirmed.length
      outcomes.refused += refused
    }
    const none = backupsIn(server)
    const started = performance.now()
    const beside = await besideWriters(admin, 'ολόκληρη', async () => {
      await askForRestore(admin, id)
      await waitForBackups(admin, hasEnded)
    })
    const milliseconds = performance.now() - started
    expect((await listBackups(admin)).restore?.state).toBe('DONE')
    await demandNothingLost(none, beside)

    for (let kill = 0; kill < KILLS; kill++) {
      await done(admin.press('customers.create-customer', { name: `Μετά το αντίγραφο ${kill}` }))
      const old = quiet(await namesOf(admin))
      const before = backupsIn(server)
      await askForRestore(admin, id)
      const written = await besideWriters(admin, String(kill), async () => {
        await pause((SPREAD * milliseconds * (kill + 0.5)) / KILLS)
        await server.kill9()
      })
      await server.restart()
      admin = await signedIn(server, 'admin@kerino.demo')
      expect([old, inBackup]).toContainEqual(quiet(await namesOf(admin)))
      // the figures agree with their documents, and what was interrupted is not repeated
      expect(await done(admin.ask('stock.health'))).toEqual({ rows: [] })
      const { restore: last } = await waitForBackups(admin, hasEnded)
      // what the page says of the restore is what happened
      const state = last?.state === 'DONE' ? 'DONE' : 'FAILED'
      expect(quiet(await namesOf(admin))).toEqual(state === 'DONE' ? inBackup : old)
      outcomes[state] += 1
      await demandNothingLost(before, written)
    }
    console.log(
      `kill -9 of a restore on ${engine}: ${outcomes.FAILED} times the old data, ${outcomes.DONE} times the backup; ` +
        `${outcomes.confirmed} writes beside it confirmed, all in the data or in a backup; ${outcomes.refused} refused`,
    )
    expect(outcomes.FAILED + outcomes.DONE).toBe(KILLS)
    expect(outcomes.confirmed).toBeGreaterThan(KILLS)
    expect(outcomes.refused).toBeGreaterThan(0)
  },
  3_600_000,
)
