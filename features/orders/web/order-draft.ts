/** An order as it is being typed: its lines and loans, what they come to, and what is still missing. */
import type { InputOf } from '#kernel/contract.ts'
import {
  priceWithPercent,
  quantity,
  type Quantity,
  type Rate,
  rate,
  type UnitPrice,
  ZERO_CENTS,
  ZERO_QUANTITY,
} from '#kernel/money.ts'
import type { createOrder, DeliveryAddress } from '../domain/contract.ts'
import {
  costWithoutLent,
  lentQuantity,
  lineAmounts,
  type LineAmounts,
  orderTotals,
  type OrderTotals,
  soldBelowCost,
} from '../domain/totals.ts'

export type DraftCustomer = {
  readonly id: number
  readonly name: string
  readonly label: string
  readonly phone: string
  readonly vat: string
}

/** A material that leaves with a product and is expected back. */
export type Lendable = {
  readonly materialId: number
  readonly name: string
  readonly sku: string
  readonly unit: string
  readonly perUnit: Quantity
  /** Null for those who may not see costs. */
  readonly cost: UnitPrice | null
}

/** What a form knows of a product it may sell. */
export type DraftProduct = {
  readonly id: number
  readonly name: string
  readonly sku: string
  readonly unit: string
  readonly vat: Rate
  readonly salesPrice: UnitPrice
  readonly costPrice: UnitPrice | null
  readonly stock: Quantity
  readonly lendables: readonly Lendable[]
}

export type DraftLine = {
  /** Tells lines apart on the screen. */
  readonly key: number
  readonly product: DraftProduct
  /** Null while the field is empty or unreadable. */
  readonly quantity: Quantity | null
  readonly salesPrice: UnitPrice | null
}

export type DraftLoan = {
  readonly productId: number
  readonly originProductId: number
  readonly name: string
  readonly sku: string
  readonly unit: string
  readonly quantity: Quantity | null
}

export type OrderDraft = {
  readonly customer: DraftCustomer | null
  readonly description: string
  readonly driverNote: string
  readonly deliveryAddress: DeliveryAddress
  readonly expectedDelivery: string | null
  readonly validUntil: string | null
  readonly lines: readonly DraftLine[]
  readonly loans: readonly DraftLoan[]
}

export const EMPTY_DRAFT: OrderDraft = {
  customer: null,
  description: '',
  driverNote: '',
  deliveryAddress: { address: '' },
  expectedDelivery: null,
  validUntil: null,
  lines: [],
  loans: [],
}

const ONE = quantity(1_0000)

/** Adds a line of one piece at the product's price; the new line is the last. */
export function addLine(draft: OrderDraft, product: DraftProduct): OrderDraft {
  const key = draft.lines.reduce((most, line) => Math.max(most, line.key), 0) + 1
  return { ...draft, lines: [...draft.lines, { key, product, quantity: ONE, salesPrice: product.salesPrice }] }
}

/** One piece more of a product that is on the order already, or its first line. */
export function addPiece(draft: OrderDraft, product: DraftProduct): OrderDraft {
  const line = draft.lines.findLast((one) => one.product.id === product.id)
  return line
    ? changeLine(draft, line.key, { quantity: quantity((line.quantity ?? 0) + ONE) })
    : addLine(draft, product)
}

export const changeLine = (
  draft: OrderDraft,
  key: number,
  patch: Partial<Pick<DraftLine, 'quantity' | 'salesPrice'>>,
): OrderDraft => ({
  ...draft,
  lines: draft.lines.map((line) => (line.key === key ? { ...line, ...patch } : line)),
})

/** Takes a line away; what only it lent goes with it. */
export function removeLine(draft: OrderDraft, key: number): OrderDraft {
  const lines = draft.lines.filter((line) => line.key !== key)
  return {
    ...draft,
    lines,
    loans: draft.loans.filter((loan) => lines.some((line) => line.product.id === loan.originProductId)),
  }
}

export type LendingOffer = {
  readonly origin: DraftProduct
  readonly lendable: Lendable
  /** What the pieces of the line carry along. */
  readonly quantity: Quantity
  readonly closed: 'no-quantity' | 'lent-already' | null
}

/** What may be lent with the lines: a product with a lendable material, pieces above 0, not lent yet. */
export function lendingOffers(draft: OrderDraft): LendingOffer[] {
  const products = new Map(draft.lines.map((line) => [line.product.id, line.product]))
  return [...products.values()].flatMap((origin) => {
    const pieces = quantity(
      draft.lines.filter((line) => line.product.id === origin.id).reduce((sum, line) => sum + (line.quantity ?? 0), 0),
    )
    return origin.lendables.map((lendable): LendingOffer => {
      const lent = draft.loans.some(
        (loan) => loan.productId === lendable.materialId && loan.originProductId === origin.id,
      )
      return {
        origin,
        lendable,
        quantity: lentQuantity(pieces, lendable.perUnit),
        closed: lent ? 'lent-already' : pieces > 0 ? null : 'no-quantity',
      }
    })
  })
}

export const lend = (draft: OrderDraft, { origin, lendable, quantity: count }: LendingOffer): OrderDraft => ({
  ...draft,
  loans: [
    ...draft.loans,
    {
      productId: lendable.materialId,
      originProductId: origin.id,
      name: lendable.name,
      sku: lendable.sku,
      unit: lendable.unit,
      quantity: count,
    },
  ],
})

type LoanName = Pick<DraftLoan, 'productId' | 'originProductId'>
const isLoan = (one: LoanName, other: LoanName): boolean =>
  one.productId === other.productId && one.originProductId === other.originProductId

export const changeLoan = (draft: OrderDraft, loan: LoanName, count: Quantity | null): OrderDraft => ({
  ...draft,
  loans: draft.loans.map((one) => (isLoan(one, loan) ? { ...one, quantity: count } : one)),
})

export const removeLoan = (draft: OrderDraft, loan: LoanName): OrderDraft => ({
  ...draft,
  loans: draft.loans.filter((one) => !isLoan(one, loan)),
})

/** What a line comes to; nothing while a figure of it is missing. */
export const amountsOf = (line: DraftLine): LineAmounts =>
  line.quantity === null || line.salesPrice === null
    ? { total: ZERO_CENTS, vatAmount: ZERO_CENTS }
    : lineAmounts({ quantity: line.quantity, salesPrice: line.salesPrice, vat: line.product.vat })

export const totalsOf = (draft: OrderDraft): OrderTotals =>
  orderTotals(draft.lines.map((line) => ({ ...amountsOf(line), quantity: line.quantity ?? ZERO_QUANTITY })))

/** Cost of one piece without what is lent with it, or null for those who may not see costs. */
export function costOfLine(draft: OrderDraft, { product }: DraftLine): UnitPrice | null {
  if (product.costPrice === null) return null
  const lent = product.lendables.flatMap((one) =>
    one.cost !== null &&
    draft.loans.some((loan) => loan.productId === one.materialId && loan.originProductId === product.id)
      ? [{ perUnit: one.perUnit, cost: one.cost }]
      : [],
  )
  return costWithoutLent(product.costPrice, lent)
}

/** Whether a line costs more than it brings. */
export function losesMoney(draft: OrderDraft, line: DraftLine): boolean {
  const costPrice = costOfLine(draft, line)
  return costPrice !== null && line.salesPrice !== null && soldBelowCost({ costPrice, salesPrice: line.salesPrice })
}

/** The list price less the customer's main discount; applied only when a person asks for it (ruling C-34). */
export function discountedPrice(product: DraftProduct, discount: Rate): UnitPrice {
  const percent: number = discount
  return priceWithPercent(product.salesPrice, rate(-percent))
}

export type DraftGap = 'customer' | 'lines' | 'figures' | 'delivery-past'

/** The first thing that keeps the draft from being saved. */
export function gapOf(draft: OrderDraft, today: string | null): DraftGap | null {
  if (draft.customer === null) return 'customer'
  if (draft.lines.length === 0) return 'lines'
  if (
    draft.lines.some((line) => line.salesPrice === null || (line.quantity ?? 0) <= 0) ||
    draft.loans.some((loan) => (loan.quantity ?? 0) <= 0)
  )
    return 'figures'
  return today !== null && draft.expectedDelivery !== null && draft.expectedDelivery.slice(0, 10) < today
    ? 'delivery-past'
    : null
}

type Content = Omit<InputOf<typeof createOrder>, 'offer'>

/** The draft as the command takes it; call it only when `gapOf` found none. */
export const toInput = (draft: OrderDraft): Content => ({
  customerId: draft.customer?.id ?? 0,
  description: draft.description,
  driverNote: draft.driverNote,
  deliveryAddress: draft.deliveryAddress,
  expectedDelivery: draft.expectedDelivery,
  validUntil: draft.validUntil,
  lines: draft.lines.map((line) => ({
    productId: line.product.id,
    quantity: line.quantity ?? 0,
    salesPrice: line.salesPrice ?? 0,
  })),
  loans: draft.loans.map((loan) => ({
    productId: loan.productId,
    originProductId: loan.originProductId,
    quantity: loan.quantity ?? 0,
  })),
})

/** What a person would say is in a field, so that a look at a product's stock is no change. */
function meaning(draft: OrderDraft, field: keyof OrderDraft): string {
  const said = toInput(draft)
  if (field === 'customer') return String(said.customerId)
  return JSON.stringify(said[field])
}

const FIELDS = Object.keys(EMPTY_DRAFT) as (keyof OrderDraft)[]

/** The fields in which two drafts differ. */
export const changedFields = (before: OrderDraft, after: OrderDraft): (keyof OrderDraft)[] =>
  FIELDS.filter((field) => meaning(before, field) !== meaning(after, field))

/** What was typed on top of what somebody else saved meanwhile: a field I did not touch becomes theirs. */
export function rebase(before: OrderDraft, mine: OrderDraft, theirs: OrderDraft): OrderDraft {
  const touched = changedFields(before, mine)
  return { ...theirs, ...Object.fromEntries(touched.map((field) => [field, mine[field]])) }
}
