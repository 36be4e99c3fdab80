/** Repeats an order: its products and quantities at today's prices, for the same customer or as a whole copy. */
import type { Quantity, UnitPrice } from '#kernel/money.ts'
import { only, valuesIn } from '#kernel/records/fields.ts'
import type { LastOrder, OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { ORDER_FIELDS, type OrderValues } from '#features/orders/domain/fields.ts'
import { isOffer } from '#features/orders/domain/order.ts'
import { keepLentQuantities } from './draft-loans.ts'
import { lineId } from './draft-merge.ts'
import { named } from './row-names.ts'
import {
  type DraftLine,
  type DraftLoan,
  type DraftProduct,
  EMPTY_DRAFT,
  isSameLoan,
  LIST_PRICE,
  type OrderDraft,
} from './order-draft.ts'

export type Repeated = {
  readonly orderId: number
  readonly created: string
  /** True if what is copied is an offer. */
  readonly offer: boolean
  /** Products whose list price differs from what the customer paid. */
  readonly changed: readonly { readonly name: string; readonly before: UnitPrice; readonly now: UnitPrice }[]
  /** Products that can no longer be ordered. */
  readonly gone: readonly string[]
  /** Materials that are no longer lent with their product. */
  readonly notLent: readonly string[]
}

/** Fills the draft with the lines and loans of an order, and returns the differences. */
export function repeatOrder(
  draft: OrderDraft,
  order: Repeatable,
  products: readonly DraftProduct[],
): { draft: OrderDraft; repeated: Repeated } {
  const known = new Map(products.map((product) => [product.id, product]))
  const lines = order.lines.flatMap((line, index): DraftLine[] => {
    const product = known.get(line.productId)
    return product
      ? [
          {
            key: index + 1,
            product,
            quantity: line.quantity as Quantity,
            salesPrice: product.salesPrice,
            source: LIST_PRICE,
            note: line.note || undefined,
          },
        ]
      : []
  })
  const loans = order.loans.flatMap((loan): DraftLoan[] => {
    const lendable = known.get(loan.originProductId ?? 0)?.lendables.find((one) => one.materialId === loan.productId)
    if (!lendable || loan.originProductId === null) return []
    const { name, sku, unit } = lendable
    return [
      {
        productId: loan.productId,
        originProductId: loan.originProductId,
        name,
        sku,
        unit,
        quantity: loan.quantity as Quantity,
      },
    ]
  })
  const changed = order.lines.flatMap((line) => {
    const product = known.get(line.productId)
    return product && product.salesPrice !== line.salesPrice
      ? [{ name: product.name, before: line.salesPrice as UnitPrice, now: product.salesPrice }]
      : []
  })
  const isLent = (earlier: LastOrder['loans'][number]) => loans.some((loan) => isSameLoan(loan, earlier))
  return {
    draft: keepLentQuantities({ ...draft, lines, loans }, false),
    repeated: {
      orderId: order.id,
      created: order.created,
      offer: order.status !== undefined && isOffer(order.status),
      changed,
      gone: order.lines.filter((line) => !known.has(line.productId)).map((line) => line.name),
      notLent: order.loans.filter((loan) => !isLent(loan)).map((loan) => loan.name),
    },
  }
}

/** A repeated order, and how the draft differs from it. */
export type RepeatedOrder = { readonly order: LastOrder; readonly what: Repeated }

export type CopiedOrder = { readonly draft: OrderDraft; readonly repeated: RepeatedOrder }

/** An order to repeat. Only a copied order may be an offer, and only its lines have notes. */
type Repeatable = Omit<LastOrder, 'lines'> & {
  readonly status?: OrderDetail['status']
  readonly lines: readonly (LastOrder['lines'][number] & { readonly note?: string })[]
}

const COPIED = only(ORDER_FIELDS, ({ options }) => options.copy !== false)

type Copied = Pick<OrderDetail, 'id' | 'status' | 'created' | 'lines' | 'loans' | 'customer' | 'totals'> & OrderValues

/**
 * Returns a new draft with the customer, the lines, the loans, the texts and the address of an order or offer. Like the
 * lines of every new order, they have the list price (C-34). The dates are not copied.
 */
export function copyOrder(order: Copied, products: readonly DraftProduct[]): CopiedOrder {
  const { id, name, label, phone, vat } = order.customer
  const earlier = { ...order, total: order.totals.total }
  const empty: OrderDraft = {
    ...EMPTY_DRAFT,
    customer: { id, name, label, phone, vat },
    ...valuesIn(COPIED, order),
    addressChosen: true,
  }
  const { draft, repeated } = repeatOrder(empty, earlier, products)
  return { draft, repeated: { order: earlier, what: repeated } }
}

/** Gives the lines of a repeated order their earlier prices. Lines added since keep theirs. */
export function takeEarlierPrices(draft: OrderDraft, order: LastOrder): OrderDraft {
  const then = named(order.lines, (line) => String(line.productId))
  return {
    ...draft,
    lines: [...named(draft.lines, lineId)].map(([name, line]) => {
      const price = then.get(name)?.salesPrice as UnitPrice | undefined
      return price === undefined || price === line.salesPrice
        ? line
        : { ...line, salesPrice: price, source: { kind: 'last', rate: null } }
    }),
  }
}
