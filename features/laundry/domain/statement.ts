/** Computes the statement of the lent items of a customer: what they hold and since when, and the movements of a period. */
import type { Period } from '#features/customers/domain/statement.ts'
import type { LoanBound, LoanOrigin } from '#features/loans/domain/loan.ts'
import type { Day } from '#kernel/day.ts'
import { fold } from '#kernel/fold.ts'
import { addQuantity, type Quantity, subtractQuantity, sumQuantities, ZERO_QUANTITY } from '#kernel/money.ts'

/** A loan record of a customer. */
export type LentRecord = {
  readonly day: Day
  readonly bound: LoanBound
  readonly origin: LoanOrigin
  readonly orderId: number | null
  /** Null if the name matches no product (C-38). */
  readonly productId: number | null
  readonly product: string
  readonly quantity: Quantity
}

/** A movement of a period with the balance after it. One of `lent` and `returned` is 0. */
export type LentMovement = LentRecord & {
  readonly lent: Quantity
  readonly returned: Quantity
  readonly balance: Quantity
}

/** What a statement says of one item. */
export type StatedItem = {
  readonly productId: number | null
  readonly product: string
  /** The balance before the period. */
  readonly before: Quantity
  readonly movements: readonly LentMovement[]
  readonly lent: Quantity
  readonly returned: Quantity
  /** The balance at the end of the period. */
  readonly after: Quantity
  /** When the oldest piece of that balance was lent; null if there is none. What was lent first counts as returned first. */
  readonly since: Day | null
}

/** Returns the items of a statement by name, without those that the customer neither had nor moved. `records` are oldest first. */
export function lentStatementOf(records: readonly LentRecord[], { from, until }: Period): StatedItem[] {
  const items = new Map<string, LentRecord[]>()
  for (const record of records) {
    if (record.day > until) continue
    const key = record.productId === null ? `name ${fold(record.product)}` : `id ${record.productId}`
    items.set(key, [...(items.get(key) ?? []), record])
  }
  return [...items.values()]
    .map((own) => itemOf(own, from))
    .filter(({ before, movements }) => before !== 0 || movements.length > 0)
    .toSorted((one, other) => one.product.localeCompare(other.product, 'el'))
}

function itemOf(records: readonly LentRecord[], from: Day): StatedItem {
  const before = balanceOf(records.filter(({ day }) => day < from))
  let balance = before
  const movements = records
    .filter(({ day }) => day >= from)
    .map((record): LentMovement => {
      const lent = record.bound === 'OUTBOUND' ? record.quantity : ZERO_QUANTITY
      const returned = record.bound === 'INBOUND' ? record.quantity : ZERO_QUANTITY
      balance = subtractQuantity(addQuantity(balance, lent), returned)
      return { ...record, lent, returned, balance }
    })
  return {
    productId: records[0]?.productId ?? null,
    // the name of the latest record
    product: records.at(-1)?.product ?? '',
    before,
    movements,
    lent: sumQuantities(movements.map(({ lent }) => lent)),
    returned: sumQuantities(movements.map(({ returned }) => returned)),
    after: balance,
    since: sinceOf(records, balance),
  }
}

const balanceOf = (records: readonly LentRecord[]): Quantity =>
  records.reduce(
    (sum, { bound, quantity }) => (bound === 'OUTBOUND' ? addQuantity(sum, quantity) : subtractQuantity(sum, quantity)),
    ZERO_QUANTITY,
  )

/** Returns the day of the oldest loan of which a part has not come back: the pieces of the balance were lent last. */
function sinceOf(records: readonly LentRecord[], balance: Quantity): Day | null {
  let newer = ZERO_QUANTITY
  let since: Day | null = null
  for (const { bound, day, quantity } of records.toReversed()) {
    if (bound !== 'OUTBOUND') continue
    if (newer >= balance) break
    since = day
    newer = addQuantity(newer, quantity)
  }
  return since
}
