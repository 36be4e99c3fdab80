/** Reads the driver's sheet: the stops with goods, lent items and what the customers owe. */
import { readBalances } from '#features/customers/server/account.ts'
import { readHeldPieces } from '#features/loans/server/held.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { ZERO_CENTS } from '#kernel/money.ts'
import { query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { planSheet } from '../domain/planning-contract.ts'
import { readCards, SHIPMENT, VOUCHER } from './read-shipments.ts'
import { type Readable, readableShipment } from './readable-shipment.ts'
import { readStart } from './stop-places.ts'

type Shipment = OutputOf<typeof planSheet>['shipment']

type More = { id: number; phone2: string; voucher: string }

const moreOf = (rows: Rows, shipmentId: number): Promise<More[]> =>
  rows.many<More>(sql`
    select o.id, c.phone2, ${VOUCHER} as voucher
    from shipment_orders so join shipments s on s.id = so.shipment_id
    join orders o on o.id = so.order_id join customers c on c.id = o.customer_id
    where so.shipment_id = ${shipmentId}`)

/**
 * Returns the driver's sheet. It contains what customers owe and hold today, so drivers may read only the sheets of
 * their open shipments, and of those that ended in the last days.
 */
export const planSheetQuery = query(planSheet, async ({ rows, actor }, { id }) => {
  const shipment = await readableShipment(actor, id, (readable) =>
    rows.maybe<Shipment & Readable>(sql`
      select ${SHIPMENT}, s.extra, s.distance_m as distance, s.duration_s as duration, s.estimated, ${readable}
      from shipments s where s.id = ${id}`),
  )
  const cards = (await readCards(rows, actor, [id])).filter((card) => card.reached)
  const customerIds = [...new Set(cards.map((card) => card.customerId))]
  const balances = await readBalances(rows, customerIds)
  const held = await readHeldPieces(rows, customerIds)
  const more = new Map((await moreOf(rows, id)).map((one) => [one.id, one]))
  const { address, spot } = await readStart(rows)
  return {
    shipment,
    start: { address, lat: spot?.lat ?? null, lon: spot?.lon ?? null },
    stops: cards.map(({ shipmentId: _shipment, reached: _reached, plannedAgain: _again, ...card }) => ({
      ...card,
      phone2: more.get(card.id)?.phone2 ?? '',
      voucher: more.get(card.id)?.voucher ?? '',
      balance: balances.get(card.customerId) ?? ZERO_CENTS,
      loans: held
        .filter((piece) => piece.customerId === card.customerId)
        .map(({ customerId: _customer, ...piece }) => piece),
    })),
  }
})
