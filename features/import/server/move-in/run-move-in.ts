/** The job that reads, checks and imports the records of an earlier system, some at a time, and goes on where it stopped. */
import { backUpBeforeMoveIn, readBackupState } from '#features/backup/server/work/before-move-in.ts'
import { type Refusal, Refused, refusal } from '#kernel/refusal.ts'
import { type Actor, SYSTEM, type Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { JobParts } from '#server/feature.ts'
import { type JobWork, Later } from '#server/jobs/jobs.ts'
import type { Runner } from '#server/runner.ts'
import { IMPORTS_TOPIC, type Outcome } from '../../domain/contract.ts'
import type { MoveInState } from '../../domain/move-in/contract.ts'
import { kindNumber } from '../../domain/move-in/kinds.ts'
import { inSavepoint } from '#server/runner/savepoint.ts'
import { addOutcomes } from './counts.ts'
import { storableJson } from '../stored-json.ts'
import { missingNeeds, refusedNeeds } from './needs.ts'
import { readPages } from './read-address.ts'
import { storeResult } from './result.ts'
import type { Staged } from './stage.ts'
import { attemptHistoric, isHistoric, writeRecords } from './write-record.ts'

export const MOVE_IN_JOB = 'import.move-in'
/** One transaction writes so many records, so that other people wait for a fraction of a second. */
const AT_ONCE = 100
/** A job ends after this time and a next one goes on, so that a stopping process waits no longer. */
const PIECE_MILLISECONDS = 4_000
/** How long it waits before it looks again whether the backup is complete. */
const LOOK_SECONDS = 2
/** After so many failures in a row it stops, and a person lets it go on. */
const TRIES = 6

const STAGE = { CHECKING: 1, IMPORTING: 2 } as const

export type Begun = {
  readonly id: number
  readonly source: 'zip' | 'address'
  readonly name: string
  readonly sealedKey: string | null
  readonly state: MoveInState
  readonly userId: number | null
  readonly userName: string
  readonly backupId: number | null
}

const actorOf = ({ userId, userName }: Pick<Begun, 'userId' | 'userName'>): Actor => ({
  ...SYSTEM,
  userId,
  name: userName,
})

export const moveInWork = (parts: JobParts): JobWork => ({
  atOnce: 1,
  tries: TRIES,
  run: async (payload) => {
    const { moveIn } = payload as { moveIn: number }
    const until = performance.now() + PIECE_MILLISECONDS
    while (performance.now() < until) if (!(await runPart(parts, moveIn))) return
    await parts.runner.work(SYSTEM, MOVE_IN_JOB, (work) => enqueueMoveIn(work, moveIn))
  },
  onAbandoned: (payload) =>
    stop(parts, (payload as { moveIn: number }).moveIn, refusal('unavailable', 'import.move-in-stopped')),
})

export const enqueueMoveIn = (work: Pick<Work, 'enqueue'>, moveIn: number): Promise<void> =>
  work.enqueue({ kind: MOVE_IN_JOB, payload: { moveIn } })

const readBegun = (rows: Rows, id: number): Promise<Begun | null> =>
  rows.maybe<Begun>(sql`
    select id, source, name, sealed_key as "sealedKey", state, user_id as "userId", user_name as "userName",
      backup_id as "backupId"
    from move_ins where id = ${id}`)

/** Does the next part. Returns whether there is more to do. */
async function runPart(parts: JobParts, id: number): Promise<boolean> {
  const begun = await readBegun(parts.runner.db, id)
  if (!begun) return false
  if (begun.state === 'READING') return readPart(parts, begun)
  if (begun.state === 'CHECKING') return checkPart(parts, begun)
  return begun.state === 'IMPORTING' ? importPart(parts, begun) : false
}

async function readPart(parts: JobParts, begun: Begun): Promise<boolean> {
  try {
    if (await readPages(parts, begun)) return true
    await enter(parts, begun, 'CHECKING')
    return true
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await stop(parts, begun.id, error.refusal)
    return false
  }
}

const enter = ({ runner }: JobParts, { id }: Begun, state: MoveInState): Promise<void> =>
  runner.work(SYSTEM, MOVE_IN_JOB, async ({ tx, moved }) => {
    await tx.run(sql`update move_ins set state = ${state} where id = ${id}`)
    moved({ entity: IMPORTS_TOPIC, id })
  })

/** Stops until a person lets it go on. */
const stop = ({ runner }: JobParts, id: number, reason: Refusal): Promise<void> =>
  runner.work(SYSTEM, MOVE_IN_JOB, async ({ tx, moved }) => {
    await tx.run(sql`
      update move_ins set stopped_while = state, state = 'STOPPED', failure = ${storableJson(reason)}::jsonb
      where id = ${id} and state in ('READING', 'CHECKING', 'IMPORTING')`)
    moved({ entity: IMPORTS_TOPIC, id })
  })

/** Returns the next records of one kind that are not at this stage. */
async function nextRecords(rows: Rows, id: number, stage: number): Promise<readonly Staged[]> {
  const found = await rows.many<Staged>(sql`
    select kind, key, name, record from move_in_records
    where move_in_id = ${id} and stage = ${stage - 1} order by kind_no, position limit ${AT_ONCE}`)
  return found.filter(({ kind }) => kind === found[0]?.kind)
}

type Result = { readonly key: number; readonly outcome: Outcome; readonly problem: Refusal | null }

/** Carries the outcomes out of the transaction that is rolled back. */
class Tried extends Error {
  readonly results: readonly Result[]
  constructor(results: readonly Result[]) {
    super('the records were only tried')
    this.results = results
  }
}

/** Tries the next records together with those that they name, in a transaction that is rolled back. */
async function checkPart(parts: JobParts, begun: Begun): Promise<boolean> {
  const { runner } = parts
  const records = await nextRecords(runner.db, begun.id, STAGE.CHECKING)
  if (records.length === 0) {
    await enter(parts, begun, 'CHECKED')
    return false
  }
  const results = await tried(runner, begun, records)
  await runner.work(SYSTEM, MOVE_IN_JOB, (work) => storeOutcomes(work, begun.id, records, results, STAGE.CHECKING))
  return true
}

/** Returns what the import of records would do. They are written with those that they name, and rolled back; historic ones are only compared. */
async function tried(runner: Runner, begun: Begun, records: readonly Staged[]): Promise<readonly Result[]> {
  try {
    await runner.work(actorOf(begun), MOVE_IN_JOB, async (work) => {
      const needs = await missingNeeds(work.tx, begun.id, records)
      const kind = records[0]?.kind
      if (kind !== undefined && isHistoric(kind)) throw new Tried(await tryAll(work, begun.id, kind, records, needs))
      for (const ofKind of Map.groupBy(needs, ({ kind }) => kind).values()) await writeTogether(work, ofKind)
      throw new Tried(await writeAll(work, begun.id, records))
    })
  } catch (error) {
    if (error instanceof Tried) return error.results
    throw error
  }
  throw new Error('the trial did not end')
}

/**
 * Makes a backup before the first record is written, so that a restore takes the whole move-in back. Throws Later until it is complete.
 * Returns false if it failed, and the move-in has stopped.
 */
async function hasBackup(parts: JobParts, { id, backupId, ...begun }: Begun): Promise<boolean> {
  const { runner, outside } = parts
  const place = outside().backups
  if (place === null) return true
  if (backupId === null) {
    await runner.work(actorOf(begun), MOVE_IN_JOB, async (work) => {
      const asked = await backUpBeforeMoveIn(work, place)
      if (asked !== null) await work.tx.run(sql`update move_ins set backup_id = ${asked} where id = ${id}`)
    })
    throw new Later('the backup before the import is not complete', LOOK_SECONDS)
  }
  const made = await readBackupState(runner.db, backupId)
  if (made === null || made.state === 'DONE') return true
  if (made.state !== 'FAILED') throw new Later('the backup before the import is not complete', LOOK_SECONDS)
  await runner.db.run(sql`update move_ins set backup_id = null where id = ${id}`)
  await stop(parts, id, refusal('unavailable', 'import.no-backup-before'))
  return false
}

async function importPart(parts: JobParts, begun: Begun): Promise<boolean> {
  if (!(await hasBackup(parts, begun))) return false
  return parts.runner.work(actorOf(begun), MOVE_IN_JOB, async (work) => {
    work.announceNothing()
    await work.tx.run(sql`select id from move_ins where id = ${begun.id} for update`)
    const records = await nextRecords(work.tx, begun.id, STAGE.IMPORTING)
    if (records.length === 0) {
      await storeResult(work, begun.id)
      return false
    }
    await storeOutcomes(work, begun.id, records, await writeAll(work, begun.id, records), STAGE.IMPORTING)
    return true
  })
}

/** Writes records of one kind without those that name a refused record. */
async function writeAll(work: Work, moveInId: number, records: readonly Staged[]): Promise<readonly Result[]> {
  const { writable, results } = await withoutRefused(work, moveInId, records)
  return [...results, ...(await writeTogether(work, writable))]
}

/** Returns what the import of historic records would do. Writes nothing. */
async function tryAll(
  work: Work,
  moveInId: number,
  kind: Parameters<typeof attemptHistoric>[1],
  records: readonly Staged[],
  needs: readonly Staged[],
): Promise<readonly Result[]> {
  const { writable, results } = await withoutRefused(work, moveInId, records)
  const outcomes = await attemptHistoric(work, kind, writable, needs)
  return [...results, ...writable.map(({ key }, at) => resultOf(key, outcomes[at] ?? 'same'))]
}

const resultOf = (key: number, outcome: Outcome | Refusal): Result =>
  typeof outcome === 'string' ? { key, outcome, problem: null } : { key, outcome: 'refused', problem: outcome }

/** Divides records into those that may be written, and the results of those that name a refused record. */
async function withoutRefused(
  work: Work,
  moveInId: number,
  records: readonly Staged[],
): Promise<{ writable: readonly Staged[]; results: readonly Result[] }> {
  const without = await refusedNeeds(work.tx, moveInId, records)
  const results = [...without].map(([key, { name, key: number }]) =>
    resultOf(key, refusal('refused', 'import.named-refused', { number, name })),
  )
  return { writable: records.filter(({ key }) => !without.has(key)), results }
}

/** Writes records of one kind: all of them at once if no rule refuses one, and otherwise in halves, down to the refused ones. */
async function writeTogether(work: Work, records: readonly Staged[]): Promise<readonly Result[]> {
  const [first] = records
  if (!first) return []
  const done = await inSavepoint(work, (inner) => writeRecords(inner, records))
  if ('answer' in done) return records.map(({ key }, at) => resultOf(key, done.answer[at] ?? 'same'))
  if (records.length === 1) return [resultOf(first.key, done.refusal)]
  const half = Math.ceil(records.length / 2)
  return [...(await writeTogether(work, records.slice(0, half))), ...(await writeTogether(work, records.slice(half)))]
}

/** Stores outcomes. Open pages are not told of each hundred records; they look by themselves every other second. */
async function storeOutcomes(
  { tx }: Work,
  id: number,
  [first]: readonly Staged[],
  results: readonly Result[],
  stage: 1 | 2,
): Promise<void> {
  if (!first) return
  const outcomes = results.map(({ outcome }) => outcome)
  await addOutcomes(tx, id, stage, first.kind, outcomes)
  await tx.run(sql`
    update move_in_records r set stage = ${stage}, outcome = n.outcome, problem = n.problem
    from jsonb_to_recordset(${storableJson(results)}::jsonb) as n(key bigint, outcome text, problem jsonb)
    where r.move_in_id = ${id} and r.kind_no = ${kindNumber(first.kind)} and r.key = n.key`)
}
