/** Counts the records of a source, their outcomes, and the records that are here afterwards. */
import type { Cents } from '#kernel/money.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { Work } from '#server/command.ts'
import { IMPORTS_TOPIC } from '../../domain/contract.ts'
import type { KindResult, Side } from '../../domain/move-in/contract.ts'
import { MOVED_KINDS, type MovedKind, type SourceKind, WITH_AMOUNT } from '../../domain/move-in/kinds.ts'
import type { Counts } from './counts.ts'
import type { Reads } from './stage.ts'

type Counted = {
  kind: MovedKind
  records: number
  total: Cents
  done: number
  new: number
  changed: number
  same: number
  refused: number
}

/** Returns the stored counts and totals of each kind that the source has. `stage` is the one whose outcomes count. */
export function storedCounts(counts: Counts, stage: 1 | 2, reads: Reads): KindResult[] {
  const counted = Object.entries(counts).map(([kind, { records, total, [stage]: ended = {} }]): Counted => {
    const { new: added = 0, changed = 0, same = 0, refused = 0 } = ended
    const done = added + changed + same + refused
    return { kind: kind as MovedKind, records, total, done, new: added, changed, same, refused }
  })
  return resultsOf(counted, reads)
}

/** Counts the stored records, at the end of an import. */
async function countRecords(rows: Rows, id: number, reads: Reads): Promise<KindResult[]> {
  const outcome = (name: string): Sql => sql`count(*) filter (where stage >= 2 and outcome = ${name})::int`
  const found = await rows.many<Counted>(sql`
    select kind, count(*)::int as records, coalesce(sum(cents), 0)::bigint as total,
      count(*) filter (where stage >= 2)::int as done, ${outcome('new')} as new, ${outcome('changed')} as changed,
      ${outcome('same')} as same, ${outcome('refused')} as refused
    from move_in_records where move_in_id = ${id} group by kind`)
  return resultsOf(found, reads)
}

function resultsOf(found: readonly Counted[], reads: Reads): KindResult[] {
  const counted = new Map(found.map((one) => [one.kind, one]))
  return MOVED_KINDS.filter((kind) => counted.has(kind) || (reads[kind as SourceKind]?.named ?? 0) > 0).map((kind) => {
    const { records = 0, total = 0 as Cents, ...rest } = counted.get(kind) ?? {}
    return {
      done: 0,
      new: 0,
      changed: 0,
      same: 0,
      refused: 0,
      ...rest,
      kind,
      named: reads[kind as SourceKind]?.named ?? null,
      there: { records, total: WITH_AMOUNT.includes(kind) ? total : null },
      here: null,
    }
  })
}

/** The records that are here with the number of a record `r` of the source. */
const HERE: Readonly<Record<MovedKind, Sql>> = {
  customers: sql`select 0 as cents from customers t where t.id = r.key`,
  providers: sql`select 0 as cents from providers t where t.id = r.key`,
  products: sql`select 0 as cents from products t where t.id = r.key`,
  recipes: sql`select 0 as cents where exists (select from requirement_steps t where t.product_id = r.key)`,
  orders: sql`select t.total_cents as cents from orders t where t.id = r.key and t.import_hash is not null`,
  payments: sql`select t.amount_cents as cents from payments t where t.import_id = r.key`,
  invoices: sql`select t.total_cents as cents from inbound_invoices t where t.id = r.key and t.historic`,
  loans: sql`select 0 as cents from moved_in m join loans t on t.id = m.record_id where m.kind = 'loans' and m.key = r.key`,
}

async function countHere(rows: Rows, id: number, kind: MovedKind): Promise<Side> {
  const { records, total } = await rows.one<{ records: number; total: Cents }>(sql`
    select count(*)::int as records, coalesce(sum(h.cents), 0)::bigint as total
    from move_in_records r cross join lateral (${HERE[kind]}) h
    where r.move_in_id = ${id} and r.kind = ${kind} and r.outcome <> 'refused'`)
  return { records, total: WITH_AMOUNT.includes(kind) ? total : null }
}

/** Ends an import: compares both sides, and forgets the records that are here now. */
export async function storeResult({ tx, now, moved }: Work, id: number): Promise<void> {
  const { reads } = await tx.one<{ reads: Reads }>(sql`select reads from move_ins where id = ${id}`)
  const kinds: KindResult[] = []
  for (const one of await countRecords(tx, id, reads)) kinds.push({ ...one, here: await countHere(tx, id, one.kind) })
  await tx.run(sql`
    update move_ins set state = 'DONE', done_at = ${now}::timestamptz, sealed_key = null, result = ${JSON.stringify(kinds)}::jsonb
    where id = ${id}`)
  await tx.run(sql`delete from move_in_records where move_in_id = ${id} and outcome <> 'refused'`)
  moved({ entity: IMPORTS_TOPIC, id })
}
