/** Repeats the last order of a customer: its products and quantities at today's prices. */
import type { Quantity, UnitPrice } from '#kernel/money.ts'
import type { LastOrder } from '#features/orders/domain/detail-contract.ts'
import { keepLentQuantities } from './draft-loans.ts'
import { lineId, named } from './draft-merge.ts'
import { type DraftLine, type DraftLoan, type DraftProduct, LIST_PRICE, type OrderDraft } from './order-draft.ts'

export type Repeated = {
  readonly orderId: number
  readonly created: string
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
  order: LastOrder,
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
  const isLent = (name: LastOrder['loans'][number]) =>
    loans.some((loan) => loan.productId === name.productId && loan.originProductId === name.originProductId)
  return {
    draft: keepLentQuantities({ ...draft, lines, loans }, false),
    repeated: {
      orderId: order.id,
      created: order.created,
      changed,
      gone: order.lines.filter((line) => !known.has(line.productId)).map((line) => line.name),
      notLent: order.loans.filter((loan) => !isLent(loan)).map((loan) => loan.name),
    },
  }
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
