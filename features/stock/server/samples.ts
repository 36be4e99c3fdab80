/** Provides a valid input for each command and query of stock, for tests that call all of them. */
import { fixed, PIECE, type Samples, type TableSamples } from '#server/testing/sample-parts.ts'

export const samples: Samples = (company) => {
  const { candle, glass } = company.stock
  return {
    'stock.adjust-stock': async () => ({
      productId: ((await company.run('products.create-product', { name: 'Κερί που μετριέται' })) as { id: number }).id,
      newStock: 500 * PIECE,
      reason: 'απογραφή',
    }),
    'stock.create-material': fixed({
      name: 'Παραφίνη',
      description: 'σε πλάκες',
      vat: 2400,
      costprice: 1_4200,
      vatClass: 'Α',
      stock: 25_0000,
      unit: 'KG',
    }),
    'stock.figures': fixed({ productIds: [candle, glass], exceptOrderId: 1 }),
    'stock.missing-materials': fixed({ lines: [[candle, 1_000_000 * PIECE]] }),
    'stock.ledger': fixed({ productId: candle, page: 1 }),
    'stock.on-day': fixed({ productIds: [candle, glass], day: '2026-11-01' }),
    'stock.health': fixed(),
  }
}

export const tableSamples: TableSamples = (company) => ({
  products: {
    may: { GET: '+++++-+-', POST: '+++++---', PATCH: '+++++---', DELETE: '+++++---' },
    record: async () => ({
      name: 'Κερί',
      sku: 'K',
      usageType: 'COMPLETE-PRODUCT',
      vat: 24,
      b2bsalesprice: 1.5,
      salesprice: 2.5,
      costmargin: 10,
      stock: 5,
      unit: 'Item',
      requirements: [{ seq: 1, typid: 'GEMISMA', materials: [{ id: company.stock.glass, quantity: 1 }] }],
      productPhotos: ['a'],
      overidable: false,
      canlended: false,
      customer_id: company.stock.customer,
      // Each product needs its own barcode.
      barcode: String(Math.random()),
    }),
    // A new product has no references, so it may be deleted.
    row: async () =>
      ((await company.run('products.create-product', { name: 'Κερί που αλλάζει' })) as { id: number }).id,
    change: { name: 'Κερί' },
  },
})
