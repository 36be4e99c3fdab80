/** Keeps the counts of a move-in while it goes on, so that its page reads one row instead of counting the records. */
import { addCents, type Cents } from '#kernel/money.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Outcome } from '../../domain/contract.ts'
import type { MovedKind } from '../../domain/move-in/kinds.ts'

/** The records of a kind that were read, with the sum of their amounts. */
export type Read = { readonly kind: MovedKind; readonly records: number; readonly total: Cents }
type Ended = Partial<Record<Outcome, number>>
/** The outcomes of the check are those of stage 1, those of the import of stage 2. */
type OfKind = { readonly records: number; readonly total: Cents; readonly 1?: Ended; readonly 2?: Ended }
export type Counts = Partial<Record<MovedKind, OfKind>>

async function change(tx: Rows, id: number, act: (counts: Counts) => Counts): Promise<void> {
  const { counts } = await tx.one<{ counts: Counts }>(sql`select counts from move_ins where id = ${id} for update`)
  await tx.run(sql`update move_ins set counts = ${JSON.stringify(act(counts))}::jsonb where id = ${id}`)
}

const NONE: OfKind = { records: 0, total: 0 as Cents }

/** Adds records that were read. */
export const addRead = (tx: Rows, id: number, read: readonly Read[]): Promise<void> =>
  change(tx, id, (counts) => {
    const after = { ...counts }
    for (const { kind, records, total } of read) {
      const before = after[kind] ?? NONE
      after[kind] = { ...before, records: before.records + records, total: addCents(before.total, total) }
    }
    return after
  })

/** Adds the outcomes of records of a kind at a stage. */
export const addOutcomes = (
  tx: Rows,
  id: number,
  stage: 1 | 2,
  kind: MovedKind,
  outcomes: readonly Outcome[],
): Promise<void> =>
  change(tx, id, (counts) => {
    const before = counts[kind] ?? NONE
    const ended: Ended = { ...before[stage] }
    for (const outcome of outcomes) ended[outcome] = (ended[outcome] ?? 0) + 1
    return { ...counts, [kind]: { ...before, [stage]: ended } }
  })
