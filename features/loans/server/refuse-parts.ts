import { isWholeIn } from '#features/products/domain/product.ts'
import type { Quantity } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Rows, sql } from '#server/db/database.ts'

type Item = { readonly productId: number; readonly quantity: Quantity }

/**
 * Refuses parts of items that are counted in pieces (C-97). An item of which a part was lent earlier may be returned in parts, so that its
 * balance can end at 0.
 */
export async function refuseParts(rows: Rows, customerId: number, items: readonly Item[]): Promise<void> {
  const products = await rows.many<{ id: number; name: string; unit: string; balance: Quantity }>(sql`
    select p.id, p.name, p.unit, coalesce(b.balance_e4, 0) as balance
    from products p left join loan_balances b on b.customer_id = ${customerId} and b.product_id = p.id
    where p.id = any(${items.map(({ productId }) => productId)}::bigint[])`)
  for (const { productId, quantity } of items) {
    const product = products.find(({ id }) => id === productId)
    if (!product || isWholeIn(product.unit, quantity) || !isWholeIn(product.unit, product.balance)) continue
    refuse('refused', 'loans.whole-pieces', { name: product.name, fields: { quantity: 'loans.whole-pieces' } })
  }
}
