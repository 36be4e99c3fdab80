import { command } from '#server/command.ts'
import { changeProduct } from '../domain/contract.ts'
import { productsOf } from './same-codes.ts'
import { rewriteProduct } from './write-product.ts'

/** Changes of a product, decided on the page that showed the given version. */
export const changeProductCommand = command(changeProduct, async (work, { id, version, changes }) => ({
  id,
  version: await rewriteProduct(work, id, changes, version),
  sameSku: await productsOf(work.tx, 'sku', id),
}))
