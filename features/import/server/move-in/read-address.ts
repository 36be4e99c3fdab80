/** Reads the tables of an address that speaks the dialect of the data API, page by page. */
import { refuse } from '#kernel/refusal.ts'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { JobParts } from '#server/feature.ts'
import { Later } from '#server/jobs/jobs.ts'
import { isTooDeep } from '../../domain/move-in/record.ts'
import { SOURCE_KINDS, type SourceKind, TABLE_OF } from '../../domain/move-in/kinds.ts'
import { type Reads, stageRecords, storeReads } from './stage.ts'

/** The records of a page. An address that gives fewer at once is asked more often. */
const PAGE = 500
const MOST_PAGE_BYTES = 100_000_000
/** An address that is busy is asked again after this time, unless it says another. */
const PAUSE_SECONDS = 10
const LONGEST_PAUSE_SECONDS = 300

export const keyOwner = (id: number): string => `move-in ${id}`

type Source = { readonly id: number; readonly name: string; readonly sealedKey: string | null }

/** Reads the next page. Returns false when all tables are read. */
export async function readPages(parts: JobParts, source: Source): Promise<boolean> {
  const { runner } = parts
  const { reads } = await runner.db.one<{ reads: Reads }>(sql`select reads from move_ins where id = ${source.id}`)
  const kind = SOURCE_KINDS.find((one) => !reads[one]?.whole)
  if (kind === undefined) return false
  const read = reads[kind]?.read ?? 0
  const { records, named } = await askPage(parts, source, kind, read)
  const now = read + records.length
  const whole = records.length === 0 || (named !== null && now >= named)
  await runner.work(SYSTEM, 'import.move-in', async ({ tx }) => {
    if (records.length > 0) await stageRecords(tx, source.id, kind, read, records)
    await storeReads(tx, source.id, { [kind]: { named: named ?? (whole ? now : null), read: now, whole } })
  })
  return true
}

type Page = { readonly records: readonly unknown[]; readonly named: number | null }

async function askPage({ runner, outside }: JobParts, source: Source, kind: SourceKind, offset: number): Promise<Page> {
  const key = source.sealedKey === null ? null : runner.sealing.unseal(source.sealedKey, keyOwner(source.id))
  if (key === null) return refuse('refused', 'import.address-key-lost')
  const table = TABLE_OF[kind]
  const query = new URLSearchParams({
    limit: String(PAGE),
    offset: String(offset),
    order: 'id',
    include_count: 'true',
  })
  const headers = { 'x-dreamfactory-api-key': key, accept: 'application/json' }
  const answer = await outside().hooks.get(`${source.name}/_table/${table}?${query}`, headers, MOST_PAGE_BYTES)
  if ('failure' in answer) {
    const { failure } = answer
    // what another attempt may change is tried again
    if (failure === 'closed-address' || failure === 'too-large' || failure === 'certificate')
      return refuse('refused', `import.address-${failure}`)
    throw new Later(`the address did not answer: ${failure}`, PAUSE_SECONDS)
  }
  const { status, body, retryAfter } = answer
  if (status === 401 || status === 403) return refuse('refused', 'import.address-key', { table, status })
  // an earlier system may lack a table
  if (status === 404) return { records: [], named: 0 }
  if (status === 408 || status === 429 || status >= 500)
    throw new Later(`the address answered ${status}`, Math.min(retryAfter ?? PAUSE_SECONDS, LONGEST_PAUSE_SECONDS))
  if (status !== 200) return refuse('refused', 'import.address-status', { table, status })
  return pageIn(body.toString('utf8'), table)
}

/** Returns the records of an answer. */
function pageIn(text: string, table: string): Page {
  const unreadable = (): never => refuse('refused', 'import.address-answer', { table })
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return unreadable()
  }
  const { resource, meta } = (parsed ?? {}) as { resource?: unknown; meta?: Record<string, unknown> | null }
  if (!Array.isArray(resource) || resource.some((record) => isTooDeep(record))) return unreadable()
  const count = meta?.['count'] ?? meta?.['total_count'] ?? meta?.['total']
  return { records: resource, named: typeof count === 'number' && Number.isSafeInteger(count) ? count : null }
}
