/** Takes the VAT off the lines of an order for a company abroad, and charges it again. */
import { whyFixedForInvoice } from '#features/orders/domain/lifecycle.ts'
import { lockOrder } from '#features/orders/server/lock-orders.ts'
import { changeVat, SELLS_GOODS } from '#features/orders/server/order-vat.ts'
import type { Day } from '#kernel/day.ts'
import { type Refusal, stopOn } from '#kernel/refusal.ts'
import type { KindFacts } from '#kernel/tax/customer-kind.ts'
import { command } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { refuseStale } from '#server/history.ts'
import * as contract from '../domain/contract.ts'
import { servicesKeepVat, whyVatStays } from '../domain/tax/vat-abroad.ts'
import { unionStanding } from './vat-facts.ts'

/** Whether the lines of an order have VAT, and why it stays. */
type VatOfOrder = {
  /** True if a line has VAT that is taken off with the press. */
  readonly charged: boolean
  /** True if services have VAT that stays when that of goods is taken off. */
  readonly servicesKeep: boolean
  /** True if a line has no VAT although its product has. */
  readonly takenOff: boolean
  readonly stays: Refusal | null
}

/** Returns whether the lines of an existing order have VAT, and why it stays. */
export async function readVatOfOrder(rows: Rows, orderId: number, today: Day): Promise<VatOfOrder> {
  const { goodsCharged, servicesCharged, takenOff, goods, ...customer } = await rows.one<
    KindFacts & { goodsCharged: boolean; servicesCharged: boolean; takenOff: boolean; goods: boolean }
  >(sql`
    select c.vat, c.tax_kind as "taxKind", c.country, c.postcode, coalesce(l."goodsCharged", false) as "goodsCharged",
      coalesce(l."servicesCharged", false) as "servicesCharged", coalesce(l."takenOff", false) as "takenOff", coalesce(l.goods, false) as goods
    from orders o join customers c on c.id = o.customer_id
      cross join lateral (
        select bool_or(l.vat_bp > 0 and ${SELLS_GOODS}) as "goodsCharged", bool_or(l.vat_bp > 0 and not ${SELLS_GOODS}) as "servicesCharged",
          bool_or(l.vat_bp = 0 and p.vat_bp > 0) as "takenOff", bool_or(${SELLS_GOODS}) as goods
        from order_lines l join products p on p.id = l.product_id where l.order_id = o.id) l
    where o.id = ${orderId}`)
  const standing = await unionStanding(rows, customer, today)
  const stays = whyVatStays(customer, standing, goods ? 'goods' : 'services')
  const servicesKeep = stays === null && servicesCharged && servicesKeepVat(customer)
  return { charged: goodsCharged || (servicesCharged && !servicesKeep), servicesKeep, takenOff, stays }
}

export const chargeVatCommand = command(contract.chargeVat, async (work, { id, version, charged }) => {
  const order = await lockOrder(work.tx, id)
  if (version !== order.version) await refuseStale(work.tx, 'orders', id, order.version)
  stopOn(whyFixedForInvoice(order, 'invoicing.vat-fixed'))
  const vat = await readVatOfOrder(work.tx, id, work.today)
  if (!charged) stopOn(vat.stays)
  if (!(charged ? vat.takenOff : vat.charged)) return { id }
  await changeVat(work, id, charged ? 'charged' : vat.servicesKeep ? 'off-goods' : 'off')
  return { id }
})
