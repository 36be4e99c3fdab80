import { command } from '#server/command.ts'
import { changeProduct } from '../../domain/contract.ts'
import { productsOf } from '../same-codes.ts'
import { rewriteProduct } from './write-product.ts'

/** Changes a product. The page sends the version that it showed. */
export const changeProductCommand = command(changeProduct, async (work, { id, version, changes, asWritten }) => ({
  id,
  version: await rewriteProduct(work, id, changes, version, { asWritten }),
  sameSku: await productsOf(work.tx, 'sku', id),
}))
