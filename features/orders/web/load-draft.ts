/** Reads an order so that it can be changed: its own prices and VAT, with stock, cost and lendables of its products. */
import { type Product, productDetail } from '#features/products/domain/contract.ts'
import { addQuantity, type Quantity, type Rate, type UnitPrice, ZERO_QUANTITY } from '#kernel/money.ts'
import { askQuery } from '#web/api.ts'
import { type OrderDetail, orderDetail } from '../domain/contract.ts'
import type { DraftProduct, Lendable, OrderDraft } from './order-draft.ts'

export type LoadedDraft = {
  readonly draft: OrderDraft
  readonly version: number
  readonly status: OrderDetail['status']
}

/** The order as it stands at the server now. */
export async function loadDraft(id: number): Promise<LoadedDraft> {
  const { order } = await askQuery(orderDetail, { id })
  const ids = [...new Set(order.lines.map((line) => line.productId))]
  const products = await Promise.all(ids.map((productId) => askQuery(productDetail, { id: productId })))
  return {
    draft: draftOf(
      order,
      products.map(({ product }) => product),
    ),
    version: order.version,
    status: order.status,
  }
}

/** An order as the form types it. */
export function draftOf(order: OrderDetail, products: readonly Product[]): OrderDraft {
  const { customer } = order
  return {
    customer: { id: customer.id, name: customer.name, label: customer.label, phone: customer.phone, vat: customer.vat },
    description: order.description,
    driverNote: order.driverNote,
    deliveryAddress: order.deliveryAddress,
    expectedDelivery: order.expectedDelivery,
    validUntil: order.validUntil,
    lines: order.lines.map((line, index) => {
      const product = products.find((one) => one.id === line.productId)
      const known: DraftProduct = {
        id: line.productId,
        name: line.name,
        sku: line.sku,
        unit: line.unit,
        vat: line.vat as Rate,
        salesPrice: product?.salesPrice ?? (line.salesPrice as UnitPrice),
        costPrice: product?.costPrice ?? null,
        stock: product?.stock ?? (line.stock as Quantity),
        lendables: product ? lendablesOf(product) : [],
      }
      return {
        key: index + 1,
        product: known,
        quantity: line.quantity as Quantity,
        salesPrice: line.salesPrice as UnitPrice,
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
}

/** The lendable materials in all steps of a product, each once with what one piece takes of it. */
export function lendablesOf(product: Pick<Product, 'steps'>): Lendable[] {
  const found = new Map<number, Lendable>()
  for (const material of product.steps.flatMap((step) => step.materials).filter((one) => one.lendable)) {
    const { materialId, name, sku, unit, cost } = material
    found.set(materialId, {
      materialId,
      name,
      sku,
      unit,
      cost,
      perUnit: addQuantity(found.get(materialId)?.perUnit ?? ZERO_QUANTITY, material.quantity),
    })
  }
  return [...found.values()]
}
