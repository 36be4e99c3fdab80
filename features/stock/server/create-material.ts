import { command, demand } from '#server/command.ts'
import { insertProduct } from '#features/products/server/write/write-product.ts'
import { createMaterial } from '../domain/contract.ts'
import { stockRights } from '../domain/rights.ts'
import { setStock } from './move-stock.ts'

/** Creates a purchased material. Its cost is the price that was typed, and its stock an opening movement. */
export const createMaterialCommand = command(createMaterial, async (work, { costprice, stock, ...material }) => {
  if (stock > 0) demand(work.actor, stockRights.adjust)
  const id = await insertProduct(work, { ...material, usageType: 'PURCHASED-MATERIAL', costPrice: costprice })
  if (stock > 0) await setStock(work, id, stock, 'opening')
  return { id }
})
