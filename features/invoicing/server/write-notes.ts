/**
 * Writes the table of delivery notes. It lies beside that of the documents, because both share numbers, MARKs and the states of sending. The
 * feature of delivery notes decides what is on a note and what happens to it.
 */
import type { Direction } from '#kernel/tax/delivery-note.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { AccountingOutcome, KeyedNote } from '#server/integrations/accounting/accounting.ts'
import type { Work } from '#server/work.ts'
import { type Numbered } from './numbers/take-number.ts'

export type NewNote = {
  readonly shipmentId: number
  readonly stop: string
  readonly direction: Direction
  readonly orderIds: readonly number[]
  readonly request: KeyedNote
  readonly numbered: Numbered
  readonly test: boolean
  /** When a person let the vehicle leave without a MARK, and when the goods left, for a note that is issued again. */
  readonly left?: { readonly failureAt: string | null; readonly leftAt: string | null } | undefined
}

/** Stores a note that waits to be sent. Returns its id. */
export async function insertNote({ tx, actor }: Pick<Work, 'tx' | 'actor'>, note: NewNote): Promise<number> {
  const { shipmentId, stop, direction, orderIds, request, numbered, test, left } = note
  const { id } = await tx.one<{ id: number }>(sql`
    insert into delivery_notes (shipment_id, stop, direction, order_ids, key, status, request, series, series_year, branch, number, test, issued_by,
      failure_at, left_at)
    values (${shipmentId}, ${stop}, ${direction}, ${[...orderIds]}::bigint[], ${request.key}, 'WAITING', ${JSON.stringify(request)}::jsonb,
      ${numbered.series}, ${numbered.year}, ${numbered.branch}, ${numbered.number}, ${test}, ${actor.name},
      ${left?.failureAt ?? null}::timestamptz, ${left?.leftAt ?? null}::timestamptz)
    returning id`)
  return id
}

/** What the service says of an issued note. */
export type IssuedNote = Pick<
  Extract<AccountingOutcome, { kind: 'acknowledged' }>,
  'mark' | 'uid' | 'authenticationCode' | 'qrUrl'
>

/** Stores that a note was issued. */
export const storeIssuedNote = (tx: Rows, id: number, issued: IssuedNote): Promise<number> =>
  tx.run(sql`
    update delivery_notes set status = 'ACKNOWLEDGED', mark = ${issued.mark}, uid = ${issued.uid},
      authentication_code = ${issued.authenticationCode}, qr_url = ${issued.qrUrl}, error_code = null, error_message = null,
      unclear_since = null, updated_at = now()
    where id = ${id}`)

/** Stores the address in the QR code of a note that has none. */
export const storeQrOfNote = (rows: Rows, id: number, qrUrl: string): Promise<number> =>
  rows.run(sql`update delivery_notes set qr_url = ${qrUrl} where id = ${id} and coalesce(qr_url, '') = ''`)

/** Stores that the goods of a note leave without a MARK, and why. */
export const storeWithoutMark = ({ tx, now }: Work, id: number, transmissionFailure: number): Promise<number> =>
  tx.run(sql`
    update delivery_notes set failure_at = ${now}::timestamptz, updated_at = now(),
      request = request || ${JSON.stringify({ transmissionFailure })}::jsonb
    where id = ${id}`)

/** Stores who settled a note, and why; nobody with null. */
export const storeSettledNote = ({ tx, actor }: Work, id: number, reason: string | null): Promise<number> =>
  tx.run(sql`
    update delivery_notes set settled_by = case when ${reason}::text is not null then ${actor.name}::text end, settled_reason = ${reason}
    where id = ${id}`)

/** Stores that a person withdrew an issued note. */
export async function storeWithdrawnNote(work: Work, id: number, reason: string): Promise<void> {
  await storeSettledNote(work, id, reason)
  await work.tx.run(sql`update delivery_notes set status = 'WITHDRAWN', updated_at = now() where id = ${id}`)
}
