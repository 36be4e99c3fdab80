/** Declares an order that is being entered: its lines and loans, its totals, and what is missing. */
import type { Unit } from '#features/products/domain/product.ts'
import type { InputOf } from '#kernel/contract.ts'
import {
  ONE_UNIT,
  quantity,
  type Quantity,
  type Rate,
  sumQuantities,
  type UnitPrice,
  ZERO_CENTS,
  ZERO_QUANTITY,
} from '#kernel/money.ts'
import { emptyValues, filledIn } from '#kernel/records/fields.ts'
import type { createOrder } from '#features/orders/domain/contract.ts'
import { ORDER_FIELDS, type OrderValues } from '#features/orders/domain/fields.ts'
import { followingQuantity, type LentWith } from '#features/orders/domain/lending.ts'
import {
  lentQuantity,
  lineAmounts,
  type LineAmounts,
  orderTotals,
  type OrderTotals,
} from '#features/orders/domain/totals.ts'

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
  readonly unit: Unit
  /** The quantity that goes with one unit of the product. */
  readonly perUnit: Quantity
  /** The unit of `perUnit`; without it, that of the material. */
  readonly recipeUnit?: Unit | undefined
  /** The cost, or null for people who may not see costs. */
  readonly cost: UnitPrice | null
}

/** The data of a product that the form may sell. */
export type DraftProduct = {
  readonly id: number
  readonly name: string
  readonly sku: string
  readonly unit: string
  readonly vat: Rate
  readonly salesPrice: UnitPrice
  readonly b2bSalesPrice: UnitPrice
  /** The cost, or null for people who may not see costs. */
  readonly costPrice: UnitPrice | null
  readonly stock: Quantity
  /** True for a service, such as transport, which has no stock. */
  readonly service?: boolean | undefined
  readonly lendables: readonly Lendable[]
}

/** The possible sources of the price of a line. */
export const PRICE_KINDS = ['list', 'b2b', 'customer', 'first', 'normal', 'percent', 'last', 'saved', 'typed'] as const

/**
 * The source of the price of a line, with the rate of a discount. It is only shown: an order stores the price alone.
 */
export type PriceSource = { readonly kind: (typeof PRICE_KINDS)[number]; readonly rate: Rate | null }

export const LIST_PRICE: PriceSource = { kind: 'list', rate: null }

export type DraftLine = {
  /** Identifies the line on the page. */
  readonly key: number
  readonly product: DraftProduct
  /** Null while the field is empty or is not a number. */
  readonly quantity: Quantity | null
  readonly salesPrice: UnitPrice | null
  readonly source: PriceSource
  /** A free text that is printed with the line. It is empty while its field is open, and undefined without one. */
  readonly note?: string | undefined
  /** True for lent pieces that the customer did not return and buys. Such a line needs no stock. */
  readonly lost?: true | undefined
  /** The mark of a line from another day whose price would differ today: `before` by its source then, `now` today. */
  readonly changed?:
    | {
        readonly kept: UnitPrice | null
        readonly before: UnitPrice
        readonly now: UnitPrice
        readonly source: PriceSource
      }
    | undefined
}

export type DraftLoan = {
  readonly productId: number
  readonly originProductId: number
  readonly name: string
  readonly sku: string
  readonly unit: string
  readonly quantity: Quantity | null
  /**
   * A chosen quantity, with the number of pieces at that moment. Without it, the loan has as many as the pieces carry.
   */
  readonly chosen?: LentWith | undefined
  /** True if a differing quantity is confirmed. */
  readonly confirmed?: boolean | undefined
}

export type OrderDraft = OrderValues & {
  readonly customer: DraftCustomer | null
  /** True once a person has chosen the address, so that the customer's own one no longer replaces it. */
  readonly addressChosen?: boolean | undefined
  /** Whether the form proposed the delivery or a person decided about it. */
  readonly deliveryFrom?: 'proposal' | 'person' | undefined
  readonly lines: readonly DraftLine[]
  readonly loans: readonly DraftLoan[]
}

export const EMPTY_DRAFT: OrderDraft = {
  customer: null,
  ...emptyValues(ORDER_FIELDS),
  lines: [],
  loans: [],
}

const nextKey = (draft: OrderDraft): number => draft.lines.reduce((most, line) => Math.max(most, line.key), 0) + 1

/** Adds a line of one piece at the product's price; the new line is the last. */
export function addLine(draft: OrderDraft, product: DraftProduct): OrderDraft {
  const line: DraftLine = {
    key: nextKey(draft),
    product,
    quantity: ONE_UNIT,
    salesPrice: product.salesPrice,
    source: LIST_PRICE,
  }
  return followLines({ ...draft, lines: [...draft.lines, line] })
}

/** Adds one piece to the last line of a product, or a new line if the order has none. */
export function addPiece(draft: OrderDraft, product: DraftProduct): OrderDraft {
  const line = draft.lines.findLast((one) => one.product.id === product.id && !one.lost)
  return line
    ? changeLine(draft, line.key, { quantity: quantity((line.quantity ?? 0) + ONE_UNIT) })
    : addLine(draft, product)
}

export const changeLine = (
  draft: OrderDraft,
  key: number,
  patch: Partial<Pick<DraftLine, 'quantity' | 'salesPrice' | 'source' | 'note'>>,
): OrderDraft =>
  followLines({ ...draft, lines: draft.lines.map((line) => (line.key === key ? { ...line, ...patch } : line)) })

export type LoanKey = Pick<DraftLoan, 'productId' | 'originProductId'>
/** Reports whether two loans are of one material with one product. A stored loan may have no product, and is then no loan of a draft. */
export const isSameLoan = (one: LoanKey, other: { readonly [Key in keyof LoanKey]: LoanKey[Key] | null }): boolean =>
  one.productId === other.productId && one.originProductId === other.originProductId

/** Returns how many pieces of a product the lines need together. */
export const piecesOf = ({ lines }: Pick<OrderDraft, 'lines'>, productId: number): Quantity =>
  sumQuantities(lines.filter((line) => line.product.id === productId).map((line) => line.quantity ?? ZERO_QUANTITY))

/** Returns how much of a loan one piece carries, or null if its product no longer lends it. */
const carriedByOne = ({ lines }: Pick<OrderDraft, 'lines'>, loan: LoanKey): Lendable | null =>
  lines
    .find((line) => line.product.id === loan.originProductId)
    ?.product.lendables.find((one) => one.materialId === loan.productId) ?? null

/** Sets the quantity of each loan by its lines. A loan whose lines have no quantity yet stays the same. */
export function followLines(draft: OrderDraft): OrderDraft {
  if (draft.loans.length === 0) return draft
  const loans = draft.loans.map((loan) => {
    const pieces = piecesOf(draft, loan.originProductId)
    const carried = carriedByOne(draft, loan)
    if (pieces === 0 || carried === null) return loan
    const follows = loan.chosen ? followingQuantity(loan.chosen, pieces, carried) : lentQuantity(pieces, carried)
    return follows === loan.quantity ? loan : { ...loan, quantity: follows }
  })
  return { ...draft, loans }
}

/** Moves a line to another place. A place beyond the ends changes nothing. */
export function moveLine(draft: OrderDraft, key: number, to: number): OrderDraft {
  const from = draft.lines.findIndex((line) => line.key === key)
  const line = draft.lines[from]
  if (line === undefined || to === from || to < 0 || to >= draft.lines.length) return draft
  return { ...draft, lines: draft.lines.toSpliced(from, 1).toSpliced(to, 0, line) }
}

/** Removes a line and the loans that only it carried. */
export function removeLine(draft: OrderDraft, key: number): OrderDraft {
  const lines = draft.lines.filter((line) => line.key !== key)
  return followLines({
    ...draft,
    lines,
    loans: draft.loans.filter((loan) => lines.some((line) => line.product.id === loan.originProductId)),
  })
}

/**
 * Restores a removed line in its place, with its loans. `linesBefore` and `loansBefore` are those before the removal.
 */
export function restoreLine(
  draft: OrderDraft,
  line: DraftLine,
  linesBefore: readonly DraftLine[],
  loansBefore: readonly DraftLoan[],
): OrderDraft {
  const earlier = new Set(linesBefore.slice(0, linesBefore.indexOf(line)).map((one) => one.key))
  const at = draft.lines.filter((one) => earlier.has(one.key)).length
  const key = draft.lines.some((one) => one.key === line.key) ? nextKey(draft) : line.key
  const lent = loansBefore.filter(
    (loan) => loan.originProductId === line.product.id && !draft.loans.some((one) => isSameLoan(one, loan)),
  )
  return followLines({
    ...draft,
    lines: draft.lines.toSpliced(at, 0, { ...line, key }),
    loans: [...draft.loans, ...lent],
  })
}

/** Returns the total and VAT of a line, both 0 while a figure is missing. */
export const amountsOf = (line: DraftLine): LineAmounts =>
  line.quantity === null || line.salesPrice === null
    ? { total: ZERO_CENTS, vatAmount: ZERO_CENTS }
    : lineAmounts({ quantity: line.quantity, salesPrice: line.salesPrice, vat: line.product.vat })

export const totalsOf = (draft: OrderDraft): OrderTotals =>
  orderTotals(draft.lines.map((line) => ({ ...amountsOf(line), quantity: line.quantity ?? ZERO_QUANTITY })))

/** Reports whether the quantity of a loan differs from what its pieces carry. */
export function hasDifferingQuantity(draft: Pick<OrderDraft, 'lines'>, loan: DraftLoan): boolean {
  const carried = carriedByOne(draft, loan)
  return (
    carried !== null &&
    loan.quantity !== null &&
    loan.quantity !== lentQuantity(piecesOf(draft, loan.originProductId), carried)
  )
}

export type DraftGap = 'customer' | 'lines' | 'figures' | 'lent-differs' | 'delivery-past'

/** Reports whether the delivery date is before today. */
export const isLate = ({ expectedDelivery }: OrderDraft, today: string): boolean =>
  expectedDelivery !== null && expectedDelivery.slice(0, 10) < today

/**
 * Returns the first reason against saving the draft, or null if there is none. Without `today` any delivery date may
 * stay.
 */
export function gapOf(draft: OrderDraft, today: string | null): DraftGap | null {
  if (draft.customer === null) return 'customer'
  if (draft.lines.length === 0) return 'lines'
  if (
    draft.lines.some((line) => line.salesPrice === null || (line.quantity ?? 0) <= 0) ||
    draft.loans.some((loan) => (loan.quantity ?? 0) <= 0)
  )
    return 'figures'
  if (draft.loans.some((loan) => !loan.confirmed && hasDifferingQuantity(draft, loan))) return 'lent-differs'
  return today !== null && isLate(draft, today) ? 'delivery-past' : null
}

type Content = Omit<InputOf<typeof createOrder>, 'offer'>

/** Returns the draft as input of the command. Call it only if `gapOf` returned null. */
export const toInput = (draft: OrderDraft): Content => ({
  customerId: draft.customer?.id ?? 0,
  ...filledIn(ORDER_FIELDS, draft),
  lines: draft.lines.map((line) => ({
    productId: line.product.id,
    quantity: line.quantity ?? 0,
    salesPrice: line.salesPrice ?? 0,
    note: line.note?.trim() ?? '',
    // an omitted mark would take that of an earlier line of the same product
    lost: line.lost === true,
  })),
  loans: draft.loans.map((loan) => ({
    productId: loan.productId,
    originProductId: loan.originProductId,
    quantity: loan.quantity ?? 0,
    ...(loan.confirmed && hasDifferingQuantity(draft, loan) ? { confirmed: true } : {}),
  })),
})
