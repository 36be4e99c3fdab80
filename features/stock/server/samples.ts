/** A valid input for each command and query of stock, for the tests that try all of them. */
import { PIECE, fixed, type Samples } from '#server/testing/sample-parts.ts'

export const samples: Samples = (company) => {
  const { candle, glass } = company.stock
  return {
    'stock.adjust-stock': async () => ({
      productId: ((await company.run('products.create-product', { name: 'Κερί που μετριέται' })) as { id: number }).id,
      newStock: 500 * PIECE,
      reason: 'απογραφή',
    }),
    'stock.figures': fixed({ productIds: [candle, glass], exceptOrderId: 1 }),
    'stock.missing-materials': fixed({ lines: [[candle, 1_000_000 * PIECE]] }),
    'stock.ledger': fixed({ productId: candle, page: 1 }),
    'stock.health': fixed(),
  }
}
