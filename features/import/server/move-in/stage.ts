/** Stores the records of a source until they are checked and imported. */
import { MOST_SHOWN_NAME, whatIsMoved } from '../../domain/move-in/record.ts'
import { kindNumber, type MovedKind, type SourceKind } from '../../domain/move-in/kinds.ts'
import { storableJson } from '../stored-json.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { addRead, type Read } from './counts.ts'

/**
 * Stores records of one kind. `position` is the place of the first of them. A record whose number is stored already is left out, so that a
 * page that is read twice changes nothing and is not counted twice.
 */
export async function stageRecords(
  tx: Rows,
  moveInId: number,
  kind: SourceKind,
  position: number,
  records: readonly unknown[],
): Promise<void> {
  const rows = records.flatMap((record, index) =>
    whatIsMoved(kind, record).map((one) => ({
      ...one,
      name: one.name.slice(0, MOST_SHOWN_NAME),
      kind_no: kindNumber(one.kind),
      position: position + index,
    })),
  )
  const read = await tx.many<Read>(sql`
    with added as (
      insert into move_in_records (move_in_id, kind, kind_no, position, key, name, cents, record)
      select ${moveInId}, kind, kind_no, position, key, name, cents, record
      from jsonb_to_recordset(${storableJson(rows)}::jsonb) as r(kind text, kind_no smallint, position int, key bigint, name text, cents bigint, record jsonb)
      on conflict (move_in_id, kind_no, key) do nothing returning kind, cents)
    select kind, count(*)::int as records, coalesce(sum(cents), 0)::bigint as total from added group by kind`)
  await addRead(tx, moveInId, read)
}

/** What is known of the reading of a kind: how many records the source names, and how many were asked for. */
export type Reads = Partial<
  Record<SourceKind, { readonly named: number | null; readonly read: number; readonly whole: boolean }>
>

export const storeReads = (tx: Rows, moveInId: number, reads: Reads): Promise<number> =>
  tx.run(sql`update move_ins set reads = reads || ${JSON.stringify(reads)}::jsonb where id = ${moveInId}`)

/** A stored record on its way in. */
export type Staged = {
  readonly kind: MovedKind
  readonly key: number
  readonly name: string
  readonly record: Readonly<Record<string, unknown>>
}
