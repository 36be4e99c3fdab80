import { command } from '#server/command.ts'
import { createProduct } from '../domain/contract.ts'
import { productsOf } from './same-codes.ts'
import { insertProduct } from './write-product.ts'

/** A new product or material; its stock starts at 0. */
export const createProductCommand = command(createProduct, async (work, input) => {
  const id = await insertProduct(work, input)
  return { id, version: 1, sameSku: await productsOf(work.tx, 'sku', id) }
})
