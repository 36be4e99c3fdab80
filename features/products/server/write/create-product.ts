import { command } from '#server/command.ts'
import { createProduct } from '../../domain/contract.ts'
import { productsOf } from '../same-codes.ts'
import { insertProduct } from './write-product.ts'

/** Creates a product or material with a stock of 0. */
export const createProductCommand = command(createProduct, async (work, { asWritten, ...product }) => {
  const id = await insertProduct(work, product, { asWritten })
  return { id, version: 1, sameSku: await productsOf(work.tx, 'sku', id) }
})
