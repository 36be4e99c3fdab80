import { command } from '#server/command.ts'
import { adjustStock } from '../domain/contract.ts'
import { setStock } from './move-stock.ts'

/** Sets the stock of a product to a counted quantity, with the reason of the difference. */
export const adjustStockCommand = command(adjustStock, async (work, input) => {
  await setStock(work, input.productId, input.newStock, 'counted', input.reason)
  return { stock: input.newStock }
})
