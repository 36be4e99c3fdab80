/** Provides a valid input for each command and query of stock, for tests that call all of them. */
import { COUNT_KINDS, COUNT_STATUSES } from '../domain/counting/count.ts'
import { COUNT_WORDS } from '../domain/counting/history-words.ts'
import { COUNTING_SETTINGS } from '../domain/counting/settings.ts'
import { readSettings } from '#server/settings.ts'
import { fixed, type HistorySample, PIECE, type Samples, type TableSamples } from '#server/samples/sample-parts.ts'

/** The inputs of counting. Each command gets a count of its own. */
const countingSamples: Samples = (company) => {
  const count = async (): Promise<number> =>
    ((await company.run('stock.open-count', { kind: 'SHELF', place: 'Α1' })) as { id: number }).id
  /** Enters one line into a new count and returns both ids. */
  const counted = async (): Promise<{ countId: number; line: string; productId: number }> => {
    const countId = await count()
    const line = crypto.randomUUID()
    const { id: productId } = (await company.run('products.create-product', { name: 'Κερί στο ράφι' })) as {
      id: number
    }
    const countedAt = new Date().toISOString()
    await company.run('stock.enter-line', {
      countId,
      line,
      productId,
      quantity: 5 * PIECE,
      countedAt,
      way: 'FIRST',
    })
    return { countId, line, productId }
  }
  return {
    'stock.open-count': fixed({ kind: 'CATEGORY', place: 'Κεριά' }),
    'stock.enter-line': async () => ({
      countId: await count(),
      line: crypto.randomUUID(),
      productId: company.stock.candle,
      quantity: 5 * PIECE,
      unit: 'Item',
      countedAt: new Date().toISOString(),
      way: 'REPLACE',
    }),
    'stock.settle-lines': async () => {
      const { countId, line, productId } = await counted()
      return { countId, productId, keep: line }
    },
    'stock.ask-recount': async () => {
      const { countId, productId } = await counted()
      return { countId, productIds: [productId], again: true }
    },
    'stock.book-count': async () => ({
      id: (await counted()).countId,
      version: 2,
      reason: 'απογραφή',
      belowZero: true,
    }),
    'stock.drop-count': async () => ({ id: await count() }),
    'stock.counts': fixed({ status: 'OPEN', page: 1 }),
    'stock.count-sheet': async () => ({ id: (await counted()).countId }),
    'stock.count-changes': async () => ({ id: (await counted()).countId, since: 1 }),
    'stock.count-differences': async () => ({ id: (await counted()).countId }),
    'stock.counted-goods': fixed(),
    'settings.counting': fixed(),
    'settings.save-counting': async () => {
      const { showsExpected } = await readSettings(company.db, { name: 'counting', settings: COUNTING_SETTINGS })
      return { values: { showsExpected: !showsExpected }, shown: { showsExpected } }
    },
  }
}

export const samples: Samples = (company) => {
  const { candle, glass } = company.stock
  return {
    'stock.adjust-stock': async () => ({
      productId: ((await company.run('products.create-product', { name: 'Κερί που μετριέται' })) as { id: number }).id,
      newStock: 500 * PIECE,
      reason: 'απογραφή',
    }),
    'stock.adjust-many': async () => {
      const { id } = (await company.run('products.create-product', { name: 'Κερί που διορθώνεται' })) as { id: number }
      return { reason: 'απογραφή', products: [{ productId: id, shown: 0, newStock: 20 * PIECE }] }
    },
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
    'stock.value-on': fixed({ day: '2026-11-01' }),
    'stock.values-on': fixed({ filters: { day: '2026-11-01' }, page: 1 }),
    'stock.values-on-count': fixed({ filters: {} }),
    'stock.values-on-sums': fixed({ filters: { unknown: true } }),
    ...countingSamples(company),
    'stock.health': fixed(),
  }
}

export const historySample: HistorySample = {
  words: { counts: COUNT_WORDS },
  lists: { counts: { status: COUNT_STATUSES, kind: COUNT_KINDS } },
  free: { counts: ['place'] },
  silent: ['stock.enter-line', 'stock.settle-lines', 'stock.ask-recount'],
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
