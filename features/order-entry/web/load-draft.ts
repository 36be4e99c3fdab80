/** Reads an order for changing: its own prices and VAT, with stock, cost and lendable materials of its products. */
import { productsForLines } from '#features/products/domain/contract.ts'
import type { Quantity, Rate, UnitPrice } from '#kernel/money.ts'
import { valuesIn } from '#kernel/records/fields.ts'
import { askQuery } from '#web/api.ts'
import { type OrderDetail, orderDetail } from '#features/orders/domain/detail-contract.ts'
import { ORDER_FIELDS } from '#features/orders/domain/fields.ts'
import { keepLentQuantities } from '../domain/draft-loans.ts'
import { sourceOf } from '../domain/draft-prices.ts'
import type { DraftProduct, OrderDraft } from '../domain/order-draft.ts'

export type LoadedDraft = {
  readonly draft: OrderDraft
  readonly version: number
  readonly status: OrderDetail['status']
}

/** Reads the current version of an order from the server. */
export async function loadDraft(id: number): Promise<LoadedDraft> {
  const { order } = await askQuery(orderDetail, { id })
  const ids = [...new Set(order.lines.map((line) => line.productId))]
  const { rows } = await askQuery(productsForLines, { ids })
  return { draft: draftOf(order, rows), version: order.version, status: order.status }
}

/** Returns an order as a draft of the form. */
function draftOf(order: OrderDetail, products: readonly DraftProduct[]): OrderDraft {
  const { customer } = order
  const byId = new Map(products.map((product) => [product.id, product]))
  const draft: OrderDraft = {
    customer: { id: customer.id, name: customer.name, label: customer.label, phone: customer.phone, vat: customer.vat },
    ...valuesIn(ORDER_FIELDS, order),
    lines: order.lines.map((line, index) => {
      const product = byId.get(line.productId)
      const known: DraftProduct = {
        id: line.productId,
        name: line.name,
        sku: line.sku,
        unit: line.unit,
        vat: line.vat as Rate,
        salesPrice: product?.salesPrice ?? (line.salesPrice as UnitPrice),
        b2bSalesPrice: product?.b2bSalesPrice ?? (0 as UnitPrice),
        costPrice: product?.costPrice ?? null,
        stock: product?.stock ?? (line.stock as Quantity),
        service: line.service,
        lendables: product?.lendables ?? [],
      }
      return {
        key: index + 1,
        product: known,
        quantity: line.quantity as Quantity,
        salesPrice: line.salesPrice as UnitPrice,
        note: line.note || undefined,
        ...(line.lost ? { lost: true as const } : {}),
        source: sourceOf(line.salesPrice as UnitPrice, known, 'saved'),
      }
    }),
    loans: order.loans.flatMap((loan) =>
      loan.originProductId === null
        ? []
        : [
            {
              productId: loan.productId,
              originProductId: loan.originProductId,
              name: loan.name,
              sku: loan.sku,
              unit: loan.unit,
              quantity: loan.quantity as Quantity,
            },
          ],
    ),
  }
  return keepLentQuantities(draft, true)
}
