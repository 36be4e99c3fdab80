/** What the movements of the demo company cost, by the rules of the product. */
import { costByRecipe, type CostedRow, type CostedStock, costMovement } from '#features/stock/domain/costs.ts'
import { type Cents, quantity, rate, ZERO_QUANTITY } from '#kernel/money.ts'
import type { DemoCompany } from './build.ts'
import type { DemoProduct } from './goods/catalogue.ts'
import type { Movement } from './ledger.ts'

/** The invoice of a movement, and what the movement costs by it. */
export type Invoiced = { readonly id: number; readonly net: Cents }

/** Returns the rows of the ledger of each movement, with their costs. */
export function costedMovements(
  { movements, products }: DemoCompany,
  invoiceOf: ReadonlyMap<Movement, Invoiced>,
): { readonly movement: Movement; readonly rows: readonly CostedRow[] }[] {
  const byKey = new Map(products.map((product) => [product.key, product]))
  const stocks = new Map<DemoProduct, CostedStock>()
  const stockOf = (product: DemoProduct | undefined): CostedStock =>
    (product && stocks.get(product)) ?? { stock: ZERO_QUANTITY, value: null, average: null }
  const made = ({ product, quantity: count }: Movement): Cents | null =>
    costByRecipe(
      quantity(count),
      product.steps.flatMap(({ materials }) =>
        materials.flatMap(({ key, ...taken }) => {
          const material = byKey.get(key)
          if (!material) return []
          const { unit: materialUnit, cost: costPrice } = material
          return {
            ...taken,
            quantity: quantity(taken.quantity),
            materialUnit,
            costPrice,
            average: stockOf(material).average,
          }
        }),
      ),
      rate(product.margin),
    )
  return movements.map((movement) => {
    const { product, reason } = movement
    const cost = invoiceOf.get(movement)?.net ?? (reason === 'produced' ? made(movement) : null)
    const rows = costMovement(stockOf(product), { quantity: quantity(movement.quantity), cost }, product.cost)
    const last = rows.at(-1)
    if (last) stocks.set(product, last.after)
    return { movement, rows }
  })
}
