/** Shipments with an event that the tax office refused, or whose press was undone after it was sent, until a person ends it. */
import { invoicingRights } from '#features/invoicing/domain/rights.ts'
import { loadingPages } from '#features/shipping/server/stops/missing-notes.ts'
import { sql } from '#server/db/database.ts'
import { type FactKind, MOST_FACTS } from '#server/notices/notices.ts'
import { IS_WRONG } from './stored-events.ts'

export const wrongEvents: FactKind = {
  name: 'movement.wrong-events',
  right: invoicingRights.settle,
  page: null,
  find: async (rows) => {
    const found = await rows.many<{ id: number }>(sql`
      select distinct d.shipment_id as id from movement_events e join delivery_notes d on d.id = e.note_id
      where ${IS_WRONG} order by d.shipment_id desc limit ${MOST_FACTS}`)
    return found.map(({ id }) => id)
  },
  things: loadingPages,
}
