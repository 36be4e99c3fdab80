import { command } from '#server/command.ts'
import { createProduct } from '../domain/contract.ts'
import { insertProduct } from './write-product.ts'

/** A new product or material; its stock starts at 0. */
export const createProductCommand = command(createProduct, async (work, input) => ({
  id: await insertProduct(work, input),
  version: 1,
}))
