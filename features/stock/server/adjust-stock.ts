import { command, lockingCommand } from '#server/command.ts'
import { adjustStock } from '../domain/contract.ts'
import { lockStock, setStock } from './move-stock.ts'
import { firstNames, refuse } from '#kernel/refusal.ts'
import { adjustMany } from '../domain/many-contract.ts'

/** Sets the stock of a product to a counted quantity, with the reason of the difference. */
export const adjustStockCommand = command(adjustStock, async (work, input) => {
  await setStock(work, input.productId, input.newStock, 'counted', input.reason)
  return { stock: input.newStock }
})

/** Sets the stock of products to new quantities, unless one of them moved after the person saw it. */
export const adjustManyCommand = lockingCommand(adjustMany, async (work, { reason, products }) => {
  const stored = await lockStock(
    work,
    products.map(({ productId }) => productId),
  )
  const moved = products.flatMap(({ productId, shown }) => {
    const product = stored.get(productId)
    return product && product.stock !== shown ? [product.name] : []
  })
  if (moved.length > 0) refuse('conflict', 'stock.moved-meanwhile', { names: firstNames(moved) })
  const changing = products.filter(({ shown, newStock }) => newStock !== shown)
  for (const { productId, newStock } of changing) await setStock(work, productId, newStock, 'counted', reason)
  return { changed: changing.length }
})
