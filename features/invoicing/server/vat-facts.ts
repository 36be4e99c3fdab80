/** Reads what decides about the warnings before an invoice, with the stored answers of the registers. None of them is asked here. */
import { SELLS_GOODS } from '#features/orders/server/order-vat.ts'
import type { Day } from '#kernel/day.ts'
import { lacksAddress } from '#kernel/tax/customer-address.ts'
import { type KindFacts, mayLackVat } from '#kernel/tax/customer-kind.ts'
import { standingOf, unionNumberOf, type UnionStanding } from '#kernel/tax/union-vat.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { closedVats } from '#server/lookups/registered-company.ts'
import { storedUnionAnswers } from '#server/lookups/union-vat.ts'
import type { doubtsOf } from '../domain/sending.ts'
import { chargesVatAbroad, isDistanceSale } from '../domain/tax/vat-abroad.ts'

/** An order with its customer, and what decides about the warnings before its invoice. */
type DoubtFacts = Parameters<typeof doubtsOf>[0] & {
  readonly orderId: number
  readonly customer: { readonly id: number; readonly name: string }
  /** The moment of the last answer of VIES; null if there is none, or if VIES does not know numbers of this customer. */
  readonly askedAt: string | null
}

type Sale = KindFacts & {
  readonly orderId: number
  readonly customerId: number
  readonly name: string
  readonly taxed: boolean
  readonly goods: boolean
  readonly address: string
}

/** Returns what decides about the warnings for each of the orders, by the names of their customers. Missing orders are left out. */
export async function readDoubtFacts(rows: Rows, ids: readonly number[], today: Day): Promise<DoubtFacts[]> {
  const sales = await rows.many<Sale>(sql`
    select o.id as "orderId", c.id as "customerId", c.name, c.vat, c.tax_kind as "taxKind", c.country, c.postcode, c.address,
      coalesce(l.taxed, false) as taxed, coalesce(l.goods, false) as goods
    from orders o join customers c on c.id = o.customer_id
      cross join lateral (select bool_or(l.vat_bp > 0) as taxed, bool_or(${SELLS_GOODS}) as goods from order_lines l where l.order_id = o.id) l
    where ${isOneOf(sql`o.id`, ids)} order by c.name, c.id, o.id`)
  const closed = await closedVats(
    rows,
    sales.map(({ vat }) => vat),
    today,
  )
  const answerTo = await storedUnionAnswers(
    rows,
    sales.map(unionNumberOf).filter((number) => number !== null),
  )
  return sales.map((sale) => {
    const { orderId, customerId, name, vat, taxKind, taxed, goods } = sale
    const number = unionNumberOf(sale)
    const last = number && answerTo(number)
    const standing = number && standingOf(last, today)
    return {
      orderId,
      customer: { id: customerId, name },
      customerVat: vat,
      mayLackVat: mayLackVat({ taxKind }),
      customerClosed: closed.has(vat),
      unverified: standing !== null && standing !== 'valid',
      vatAbroad: chargesVatAbroad({
        customer: sale,
        sold: goods ? 'goods' : 'services',
        taxed,
        refusedByVies: standing === 'invalid',
      }),
      distanceSale: goods && isDistanceSale(sale),
      addressMissing: lacksAddress(sale),
      askedAt: last?.askedAt ?? null,
    }
  })
}

/** Returns what VIES says of the VAT number of a customer; null if it does not know numbers of this customer. */
export async function unionStanding(rows: Rows, customer: KindFacts, today: Day): Promise<UnionStanding | null> {
  const number = unionNumberOf(customer)
  return number && standingOf((await storedUnionAnswers(rows, [number]))(number), today)
}
