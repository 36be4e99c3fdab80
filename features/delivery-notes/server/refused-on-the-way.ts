/** Finds the notes that the service refused after their goods had left, and composes them again. */
import { invoicingRights } from '#features/invoicing/domain/rights.ts'
import { loadingPages } from '#features/shipping/server/stops/missing-notes.ts'
import { type Day, wallClockOf } from '#kernel/day.ts'
import { PURPOSES } from '#kernel/tax/delivery-note.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { type FactKind, MOST_FACTS } from '#server/notices/notices.ts'
import { type CodedGoods, composeNote, type MovedGoods } from '../domain/compose-note.ts'
import { type Issuing, readStop, type ShipmentOfNotes, withCodes } from './prepare-notes.ts'
import { NOTE_COLUMNS, type StoredNote } from './stored-note.ts'

/**
 * Over notes `d` and shipments `s`: reports whether the service refused the note after its goods had left, and no later or live note lists
 * them. Until the goods have left, the stop gets its next note as usual.
 */
const REFUSED_ON_THE_WAY: Sql = sql`(
  d.status = 'FAILED' and not d.test and (d.failure_at is not null or d.direction = 'back')
  and case d.direction
    when 'back' then s.status <> 'PENDING'
    else s.departed_at is not null or exists (
      select from shipment_orders so
      where so.shipment_id = s.id and so.order_id = any(d.order_ids) and so.outcome in ('SHIPPED', 'RETURNED'))
  end
  and not exists (
    select from delivery_notes e
    where e.shipment_id = d.shipment_id and e.direction = d.direction and e.order_ids && d.order_ids
      and (e.id > d.id or e.status not in ('FAILED', 'WITHDRAWN'))))`

export type RefusedOnTheWay = StoredNote & {
  readonly stop: string
  /** When a person let the vehicle leave without a MARK, or null. */
  readonly failureAt: string | null
  /** When the goods left. */
  readonly leftAt: string
}

/** Returns the notes of a shipment that were refused after their goods had left. */
export const readRefusedOnTheWay = (rows: Rows, shipmentId: number): Promise<RefusedOnTheWay[]> =>
  rows.many<RefusedOnTheWay>(sql`
    select d.stop, ${NOTE_COLUMNS}, d.failure_at as "failureAt",
      coalesce(case when d.direction = 'out' then s.departed_at end, d.left_at, d.created_at) as "leftAt"
    from delivery_notes d join shipments s on s.id = d.shipment_id
    where d.shipment_id = ${shipmentId} and ${REFUSED_ON_THE_WAY} order by d.id`)

/** Returns the goods that a note lists. */
const movedGoods = ({ request }: RefusedOnTheWay): MovedGoods[] =>
  request.lines.map(({ productId = null, code, name, unit, quantity, purpose }) => {
    return { productId, code, name, unit, quantity, lent: purpose === PURPOSES.lent }
  })

/**
 * Composes a note again for the goods that left, which may have changed in their orders since. Parties, places, vehicle, the codes of the goods
 * and the code of the lost connection are those of today, because they may be the cause that a person has corrected.
 */
export async function composeAgain(
  rows: Rows,
  note: RefusedOnTheWay,
  { vehicle, driver }: Pick<ShipmentOfNotes, 'vehicle' | 'driver'>,
  { settings, branch, issuer }: Issuing,
): Promise<{ goods: readonly CodedGoods[]; composed: ReturnType<typeof composeNote> }> {
  const { direction } = note
  const { customer, stop } = await readStop(rows, note.orderIds)
  const left = wallClockOf(note.leftAt)
  const day = left.slice(0, 10) as Day
  const goods = await withCodes(rows, movedGoods(note), day)
  const composed = composeNote({
    customer,
    stop,
    direction,
    issuer,
    branch,
    vehicle,
    driver,
    reversePurpose: settings.reversePurpose,
    codesFromDay: settings.codesFromDay,
    day,
    time: left.slice(11, 16),
    goods,
  })
  if (composed.problems !== undefined || !note.failure) return { goods, composed }
  return { goods, composed: { note: { ...composed.note, transmissionFailure: settings.failureCode } } }
}

/** Finds the shipments with such notes. A person who wants no other note declares the number void, with a reason. */
export const notesRefusedOnTheWay: FactKind = {
  name: 'movement.refused-notes',
  right: invoicingRights.settle,
  page: null,
  find: async (rows) => {
    const found = await rows.many<{ id: number }>(sql`
      select distinct d.shipment_id as id
      from delivery_notes d join shipments s on s.id = d.shipment_id
        join document_numbers n on n.series = d.series and n.year = d.series_year and n.branch = d.branch and n.number = d.number
      where n.voided_at is null and ${REFUSED_ON_THE_WAY} order by d.shipment_id desc limit ${MOST_FACTS}`)
    return found.map(({ id }) => id)
  },
  things: loadingPages,
}
