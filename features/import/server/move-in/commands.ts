/** Begins a move-in from a backup or from an address, and lets it go on. */
import { readBackupState } from '#features/backup/server/work/before-move-in.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { slowUpload } from '#server/bytes.ts'
import { command, demandPerson, lookup, query } from '#server/command.ts'
import type { Reach, Work } from '#server/work.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { IMPORTS_TOPIC } from '../../domain/contract.ts'
import * as contract from '../../domain/move-in/contract.ts'
import { kindNumber, type MovedKind, type SourceKind } from '../../domain/move-in/kinds.ts'
import { baseAddress } from '../../domain/move-in/address.ts'
import { keyOwner } from './read-address.ts'
import { type Jump, numberAfter, type Numbering } from '#server/import-numbers.ts'
import { recordsOfZip } from './read-zip.ts'
import type { Counts } from './counts.ts'
import { storedCounts } from './result.ts'
import { enqueueMoveIn } from './run-move-in.ts'
import { type Reads, stageRecords, storeReads } from './stage.ts'

/** Records that one transaction stores. */
const STORED_AT_ONCE = 1_000

/** What was read and never imported is forgotten after this time, with its records. */
const KEPT_DAYS = 7
/** A zip that is still being read after this time never ends, because its process was killed. */
const MOST_READING_HOURS = 12

/** Writes a new move-in. */
async function insertMoveIn({ tx, actor, now }: Work, source: 'zip' | 'address', name: string): Promise<number> {
  await tx.run(sql`
    delete from move_ins where state in ('CHECKED', 'STOPPED') and created_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})
      or state = 'READING' and source = 'zip' and created_at < ${now}::timestamptz - make_interval(hours => ${MOST_READING_HOURS})`)
  const { id } = await tx.one<{ id: number }>(sql`
    insert into move_ins (source, name, state, user_id, user_name, created_at)
    values (${source}, ${name}, 'READING', ${actor.userId}::bigint, ${actor.name}, ${now}::timestamptz) returning id`)
  return id
}

export const uploadBackup = slowUpload(
  contract.readBackup,
  contract.MOST_BACKUP_BYTES,
  async (reach, { name }, content) => {
    if (content.length === 0) refuse('refused', 'import.file-empty')
    const id = await reach.keep((work) => insertMoveIn(work, 'zip', name))
    try {
      await stageBackup(reach, id, content)
    } catch (error) {
      await reach.keep(async ({ tx }) => void (await tx.run(sql`delete from move_ins where id = ${id}`)))
      throw error
    }
    await reach.keep(async (work) => {
      await work.tx.run(sql`update move_ins set state = 'CHECKING' where id = ${id}`)
      work.moved({ entity: IMPORTS_TOPIC, id })
      await enqueueMoveIn(work, id)
    })
    return { id }
  },
)

/** Stores the records of the files, some in each transaction. */
async function stageBackup(reach: Reach, id: number, content: Buffer): Promise<void> {
  const counts = new Map<SourceKind, number>()
  let part: unknown[] = []
  let kind: SourceKind = 'customers'
  const store = async (): Promise<void> => {
    if (part.length === 0) return
    const [of, from, records] = [kind, counts.get(kind) ?? 0, part]
    part = []
    counts.set(of, from + records.length)
    await reach.keep(({ tx }) => stageRecords(tx, id, of, from, records))
  }
  for await (const one of recordsOfZip(content)) {
    if (one.kind !== kind || part.length >= STORED_AT_ONCE) await store()
    kind = one.kind
    part.push(one.record)
  }
  await store()
  const reads: Reads = Object.fromEntries(
    [...counts].map(([of, count]) => [of, { named: count, read: count, whole: true }]),
  )
  await reach.keep(async ({ tx }) => void (await storeReads(tx, id, reads)))
}

export const readAddressLookup = lookup(contract.readAddress, async (reach, { url, key }) => {
  // a program could otherwise read addresses after its own key has ended
  demandPerson(reach.actor)
  const base = baseAddress(url)
  const wrong = (code: string): never =>
    refuse('refused', `import.address-${code}`, { fields: { url: `import.address-${code}` }, first: 'url' })
  if (base === null) return wrong('form')
  const failure = await reach.outside.hooks.whyNot(base)
  if (failure !== null) return wrong(failure)
  if (!reach.sealing.possible()) refuse('unavailable', 'import.no-secrets-key')
  return reach.keep(async (work) => {
    const id = await insertMoveIn(work, 'address', base)
    const sealed = reach.sealing.seal(key, keyOwner(id)) ?? refuse('unavailable', 'import.no-secrets-key')
    await work.tx.run(sql`update move_ins set sealed_key = ${sealed} where id = ${id}`)
    work.moved({ entity: IMPORTS_TOPIC, id })
    await enqueueMoveIn(work, id)
    return { id }
  })
})

const SHOWN: Sql = sql`
  id, source, name, state, stopped_while as "stoppedWhile", failure, user_name as "userName", created_at as created, done_at as done`

type Stored = Omit<contract.MoveIn, 'before'> & {
  readonly reads: Reads
  readonly counts: Counts
  readonly result: contract.KindResult[] | null
  readonly backupId: number | null
}

async function readMoveIn(rows: Rows, id: number, lock = false): Promise<Stored> {
  const stored = await rows.maybe<Stored>(sql`
    select ${SHOWN}, reads, counts, result, backup_id as "backupId" from move_ins where id = ${id} ${lock ? sql`for update` : sql``}`)
  return stored ?? refuse('missing', 'import.missing', { id })
}

/** The numberings of the kinds that keep their numbers. */
const NUMBERINGS: Readonly<Record<Numbering, readonly MovedKind[]>> = {
  parties: ['customers', 'providers'],
  products: ['products'],
  orders: ['orders'],
  invoices: ['invoices'],
}

/** Numbers new records after all records of the earlier system, also after those that are refused. */
async function numberAfterRecords(tx: Rows, id: number, jump: Jump): Promise<void> {
  for (const [numbering, kinds] of Object.entries(NUMBERINGS) as [Numbering, readonly MovedKind[]][]) {
    const seen = await tx.many<{ key: number }>(sql`
      select key from move_in_records where move_in_id = ${id} and kind_no = any(${kinds.map(kindNumber)}::int[])`)
    const keys = seen.map(({ key }) => key)
    await numberAfter(tx, numbering, keys, jump)
  }
}

export const goOnMoveInCommand = command(contract.goOnMoveIn, async (work, { id, jump }) => {
  const { state, stoppedWhile } = await readMoveIn(work.tx, id, true)
  const next = state === 'CHECKED' ? 'IMPORTING' : stoppedWhile
  if (next === null) return refuse('conflict', 'import.move-in-not-waiting')
  if (state === 'CHECKED') await numberAfterRecords(work.tx, id, jump)
  await work.tx.run(sql`
    update move_ins set state = ${next}, stopped_while = null, failure = null where id = ${id}`)
  work.moved({ entity: IMPORTS_TOPIC, id })
  await enqueueMoveIn(work, id)
  return { id }
})

/** The stage whose outcomes are shown: those of the import as soon as it began. */
const stageOf = ({ state, stoppedWhile }: Pick<contract.MoveIn, 'state' | 'stoppedWhile'>): 1 | 2 =>
  state === 'IMPORTING' || state === 'DONE' || stoppedWhile === 'IMPORTING' ? 2 : 1

export const moveInQuery = query(contract.moveIn, async ({ rows }, { id }) => {
  const { reads, counts, result, backupId, ...moveIn } = await readMoveIn(rows, id)
  const before = backupId === null ? null : await readBackupState(rows, backupId)
  return { moveIn: { ...moveIn, before }, kinds: result ?? storedCounts(counts, stageOf(moveIn), reads) }
})

const SHOWN_AT_ONCE = 10

export const listMoveInsQuery = query(contract.listMoveIns, async ({ rows }) => ({
  rows: await rows.many<contract.ListedMoveIn>(
    // a zip that is being read has no page yet
    sql`
      select ${SHOWN} from move_ins where not (source = 'zip' and state = 'READING')
      order by id desc limit ${SHOWN_AT_ONCE}`,
  ),
}))

export const listRefusedRecordsQuery = query(contract.listRefusedRecords, async ({ rows }, { id, kind, page }) => {
  await readMoveIn(rows, id)
  const size = contract.REFUSED_PAGE
  const found = await rows.many<{ kind: MovedKind; key: number; name: string; refusal: Refusal }>(sql`
    select kind, key, name, problem as refusal from move_in_records
    where move_in_id = ${id} and outcome = 'refused' and ${kind === undefined ? sql`true` : sql`kind_no = ${kindNumber(kind)}`}
    order by kind_no, position limit ${size + 1} offset ${(page - 1) * size}`)
  return { rows: found.slice(0, size), more: found.length > size }
})
