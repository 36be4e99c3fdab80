import { command } from '#server/command.ts'
import { adjustStock } from '../domain/contract.ts'
import { setStock } from './move-stock.ts'

/** Someone counted the shelf and says why the figure was wrong. */
export const adjustStockCommand = command(adjustStock, async (work, input) => {
  await setStock(work, input.productId, input.newStock, 'counted', input.reason)
  return { stock: input.newStock }
})
