/** A delivery note as it is stored. */
import { raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import type { KeyedNote } from '#server/integrations/accounting/accounting.ts'
import type { Numbered } from '#features/invoicing/server/numbers/take-number.ts'
import type { Direction } from '#kernel/tax/delivery-note.ts'
import type { NoteStatus } from '../domain/note.ts'

export type StoredNote = Numbered & {
  readonly id: number
  readonly shipmentId: number
  readonly direction: Direction
  readonly orderIds: readonly number[]
  readonly status: NoteStatus
  readonly attempts: number
  readonly errorCode: string | null
  readonly errorMessage: string | null
  readonly mark: string | null
  readonly qrUrl: string | null
  readonly uid: string | null
  readonly authenticationCode: string | null
  readonly failure: boolean
  readonly test: boolean
  readonly request: KeyedNote
}

/** The columns of a stored note, from `delivery_notes d`. */
export const NOTE_COLUMNS: Sql = raw(
  `d.id, d.shipment_id as "shipmentId", d.direction, d.order_ids as "orderIds", d.status, d.attempts, d.error_code as "errorCode",
   d.error_message as "errorMessage", d.mark, d.qr_url as "qrUrl", d.uid, d.authentication_code as "authenticationCode", d.failure_at is not null as failure, d.test, d.request,
   d.series, d.series_year as year, d.branch, d.number`,
)

export const readNote = (rows: Rows, id: number): Promise<StoredNote | null> =>
  rows.maybe<StoredNote>(sql`select ${NOTE_COLUMNS} from delivery_notes d where d.id = ${id}`)

/** Locks the shipment of a note and then the note for a change. All commands lock the shipment first. */
export async function lockNote(
  rows: Rows,
  { id, shipmentId }: Pick<StoredNote, 'id' | 'shipmentId'>,
): Promise<StoredNote> {
  await rows.run(sql`select from shipments where id = ${shipmentId} for update`)
  return rows.one<StoredNote>(sql`select ${NOTE_COLUMNS} from delivery_notes d where d.id = ${id} for update`)
}

/** Returns the number of a note as papers and pages show it. */
export const numberText = ({ series, number }: Pick<Numbered, 'series' | 'number'>): string => `${series} ${number}`

/** What a live note covers. */
export type LiveNote = { readonly stop: string; readonly orderIds: readonly number[] }

/**
 * Returns the live note of a stop: the one with its key, or one that lists any of its orders. The key changes with the address and the
 * customer, and the goods of an order are on one live note at most.
 */
export const noteOfStop = <Note extends LiveNote>(
  live: readonly Note[],
  { key, orderIds }: { readonly key: string; readonly orderIds: readonly number[] },
): Note | undefined =>
  live.find(({ stop }) => stop === key) ?? live.find((note) => note.orderIds.some((id) => orderIds.includes(id)))
