/** Provides a valid input for each command and query of the catalogues, for tests that call all of them. */
import { addProvider, fixed, type HistorySample, PIECE, type Samples } from '#server/samples/sample-parts.ts'

export const samples: Samples = (company) => {
  const { candle } = company.stock
  const entry = async () => ({ providerId: await addProvider(company.db), productId: candle })
  const figures = { code: 'K-12', name: 'Κερί', price: 1_4200, leadDays: 3, minimum: 0, pack: 50 * PIECE }
  const stored = async () => {
    const of = await entry()
    const set = { ...of, ...figures, preferred: false, version: null }
    const { version } = (await company.run('purchases.set-provider-product', set)) as { version: number }
    return { ...of, version }
  }
  return {
    'purchases.set-provider-product': async () => ({ ...(await stored()), ...figures, price: 1_4500, preferred: true }),
    'purchases.remove-provider-product': stored,
    'purchases.product-providers': fixed({ productId: candle }),
    'purchases.provider-products': async () => ({ providerId: (await stored()).providerId, search: 'K-1', page: 1 }),
    'purchases.find-providers': fixed({ search: 'κηρο' }),
  }
}

export const historySample: HistorySample = { free: { products: ['catalogue'] } }
