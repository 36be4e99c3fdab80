/** The inbound invoices of the demo company: what providers delivered on a day, taken from the ledger. */
import { invoiceLineAmounts, invoiceTotals } from '#features/buying/domain/amounts.ts'
import { priceWithPercent, quantity, rate, type UnitPrice } from '#kernel/money.ts'
import { at as timeAt, dayOffset } from './calendar.ts'
import { Dice } from './dice.ts'
import type { DemoProduct } from './goods/catalogue.ts'
import { FIRST_DAY, type Movement } from './ledger.ts'
import { SHORT_KEYS } from './orders.ts'

export type DemoProvider = {
  readonly id: number
  readonly name: string
  readonly vat: string
  readonly tags: readonly string[]
}

const SEED = 24_000_001
/** About so many invoices are written. What else was received has no document. */
const WANTED = 30
/** The tags of the providers of categories that are named differently. */
const TAG_OF: Readonly<Record<string, string>> = { ΓΥΑΛΙΚΑ: 'ΠΟΤΗΡΙΑ', ΚΟΥΤΙΑ: 'ΣΥΣΚΕΥΑΣΙΑ' }
const CODE = '24.00.01'

/** Every so many days a provider delivers beside what the ledger buys when it is needed. */
const DAYS_BETWEEN = 6
/** What is delivered regularly. Glasses are bought only when they are needed, because orders wait for them. */
const REGULAR = ['ΠΡΩΤΕΣ ΥΛΕΣ', 'ΧΡΩΜΑΤΑ', 'ΦΙΤΙΛΙΑ', 'ΑΡΩΜΑΤΑ', 'ΣΥΣΚΕΥΑΣΙΑ'] as const

/** Returns the regular deliveries: a few materials of one category at a time, half a batch of each. */
export function deliveriesOf(products: readonly DemoProduct[]) {
  const dice = new Dice(SEED + 1)
  const days = Array.from({ length: Math.floor((-2 - FIRST_DAY) / DAYS_BETWEEN) }, (_, index) => index)
  return days.flatMap((index) => {
    const category = REGULAR[index % REGULAR.length]
    const bought = products.filter(
      (product) =>
        product.category === category && product.usage === 'PURCHASED-MATERIAL' && !SHORT_KEYS.has(product.key),
    )
    const first = dice.int(0, bought.length - 1)
    const chosen = bought.map((_, at) => bought[(first + at) % bought.length]).slice(0, dice.int(2, 4))
    return chosen.flatMap((product, at) =>
      product === undefined
        ? []
        : [
            {
              product,
              quantity: quantity(Math.max(1, Math.round(product.batch / 2)) * 10_000),
              reason: 'received' as const,
              order: null,
              note: null,
              time: timeAt(FIRST_DAY + 2 + index * DAYS_BETWEEN, 9, at),
            },
          ],
    )
  })
}

/** Returns the provider of a product; undefined if none sells its category. */
const providerOf = ({ category }: DemoProduct, providers: readonly DemoProvider[]): DemoProvider | undefined =>
  providers.find(({ tags }) => tags.includes(TAG_OF[category] ?? category))

/** Returns the deliveries of each provider and day, the oldest first; so many that about `WANTED` remain. */
function deliveries(movements: readonly Movement[], providers: readonly DemoProvider[]) {
  const received = movements.flatMap((movement) => {
    const provider = movement.reason === 'received' ? providerOf(movement.product, providers) : undefined
    return provider ? [{ movement, provider }] : []
  })
  const groups = [
    ...Map.groupBy(received, ({ movement, provider }) => `${dayOffset(movement.time)} ${provider.id}`).values(),
  ]
  const step = Math.max(1, Math.floor(groups.length / WANTED))
  return groups.filter((_, index) => index % step === 0)
}

/** Returns the stock of the product before each movement. */
function stocksBefore(movements: readonly Movement[]): ReadonlyMap<Movement, number> {
  const balances = new Map<DemoProduct, number>()
  return new Map(
    movements.map((movement) => {
      const before = balances.get(movement.product) ?? 0
      balances.set(movement.product, before + movement.quantity)
      return [movement, before]
    }),
  )
}

/** Returns the invoices with their lines and totals. A product cost a little less in earlier months. */
export function invoicesOf(movements: readonly Movement[], providers: readonly DemoProvider[]) {
  const dice = new Dice(SEED)
  const last = new Map<DemoProduct, UnitPrice>()
  const stocks = stocksBefore(movements)
  const found = deliveries(movements, providers)
  return found.map((delivery, index) => {
    const [first] = delivery
    if (!first) throw new Error('a delivery has goods')
    const isLast = (product: DemoProduct) =>
      !found.slice(index + 1).some((later) => later.some(({ movement }) => movement.product === product))
    const lines = delivery.map(({ movement }) => {
      const { product } = movement
      const price = isLast(product) ? product.cost : priceWithPercent(product.cost, rate(-dice.int(1, 6) * 100))
      const before = last.get(product) ?? price
      last.set(product, price)
      const line = { quantity: quantity(movement.quantity), price, discount: rate(0), vat: rate(product.vat) }
      return { movement, ...line, before, stock: stocks.get(movement) ?? 0, ...invoiceLineAmounts(line, false) }
    })
    return {
      provider: first.provider,
      time: first.movement.time,
      number: `ΤΔΑ-${1_000 + index * 7 + dice.int(0, 5)}`,
      refcode: CODE,
      lines,
      totals: invoiceTotals(lines),
    }
  })
}
