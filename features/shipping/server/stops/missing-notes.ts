/** Orders whose goods moved without the note that they needed, on the way out or back, until the office has settled them. */
import { refuse, stopOn } from '#kernel/refusal.ts'
import { command } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { type FactKind, MOST_FACTS } from '#server/notices/notices.ts'
import { settleMissingNotes } from '../../domain/loading-contract.ts'
import { shippingRights } from '../../domain/rights.ts'
import { whyNotSettled } from '../../domain/stops/note-duty.ts'

// The shipment is locked, so of two people who settle at once the second finds nothing left
export const settleMissingNotesCommand = command(settleMissingNotes, async (work, { shipmentId, reason }) => {
  stopOn(whyNotSettled(reason))
  const { tx } = work
  const shipment = await tx.maybe(sql`select id from shipments where id = ${shipmentId} for update`)
  if (!shipment) refuse('missing', 'shipping.missing', { shipmentId })
  const settled = await tx.many<{ orderId: number }>(sql`
    update shipment_orders set note_missing = false, return_note_missing = false
    where shipment_id = ${shipmentId} and (note_missing or return_note_missing)
    returning order_id as "orderId"`)
  if (settled.length > 0) {
    const orders = settled.map(({ orderId }) => orderId).toSorted((a, b) => a - b)
    work.record({
      entity: 'shipments',
      id: shipmentId,
      changes: { withoutNote: [orders.join(', '), null] },
      note: reason,
    })
  }
  return { settled: settled.length }
})

/** Marks orders whose goods came back without a note. */
export const markReturnNotesMissing = (tx: Rows, shipmentId: number, orderIds: readonly number[]): Promise<number> =>
  tx.run(sql`
    update shipment_orders set return_note_missing = true
    where shipment_id = ${shipmentId} and order_id = any(${[...orderIds]}::bigint[])`)

/** Returns shipments as notifications name them, each with its loading page. */
export const loadingPages: FactKind['things'] = async (rows, ids) => {
  const found = await rows.many<{ id: number; title: string }>(sql`
    select id, '#' || id || ' ' || driver as title from shipments where id = any(${[...ids]}::bigint[]) order by id desc`)
  return found.map(({ id, title }) => ({ id, title, to: `/loading/${id}` }))
}

/** Finds the shipments with such orders. Their loading page names the orders and what to do. */
export const closedWithoutNote: FactKind = {
  name: 'shipping.without-note',
  right: shippingRights.read,
  page: null,
  find: async (rows) => {
    const found = await rows.many<{ id: number }>(sql`
      select shipment_id as id from shipment_orders where note_missing
      union select shipment_id from shipment_orders where return_note_missing
      order by id desc limit ${MOST_FACTS}`)
    return found.map(({ id }) => id)
  },
  things: loadingPages,
}
