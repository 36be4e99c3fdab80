/** Provides a valid input for each command and query of products, for tests that call all of them. */
import { fixed, type HistorySample, list, PIECE, type Samples } from '#server/samples/sample-parts.ts'
import { freeTexts } from '#kernel/records/fields.ts'
import { PRODUCT_FIELDS } from '../domain/fields.ts'
import { PRODUCT_WORDS } from '../domain/history-words.ts'
import { readGoodsSettings } from './goods-settings.ts'
import { UNITS, USAGE_TYPES } from '../domain/product.ts'

/** A rule for new prices: five percent more, to ten cents. */
const DEARER = { prices: ['salesPrice'], way: { kind: 'percent', percent: 500 }, step: 1000 }

/** The inputs of what changes many products at once. */
const manySamples: Samples = (company) => {
  const { candle, glass } = company.stock
  return {
    'products.ids': list,
    'products.material-ids': list,
    'products.preview-prices': fixed({
      ids: [candle, glass],
      rule: { ...DEARER, prices: ['salesPrice', 'b2bSalesPrice'] },
    }),
    'products.codes-of': fixed({ ids: [candle, glass] }),
    'products.change-codes': async () => {
      const { id } = (await company.run('products.create-product', { name: 'Κερί με κωδικό' })) as { id: number }
      return { products: [{ id, version: 1, cnCode: '34060000' }] }
    },
    'products.search-codes': fixed({ search: '3406' }),
    'products.code': fixed({ code: '34060000' }),
    'products.proposed-codes': fixed({ category: 'κεριά' }),
    'products.change-prices': async () => {
      const { id } = (await company.run('products.create-product', { name: 'Κερί με τιμή', salesPrice: 10_0000 })) as {
        id: number
      }
      return { rule: DEARER, products: [{ id, version: 1, shown: [10_5000] }] }
    },
  }
}

export const samples: Samples = (company) => {
  const { customer, candle, glass } = company.stock
  const productFields = {
    name: 'Κερί κορμός',
    sku: 'K-1',
    reorderPoint: 12 * PIECE,
    description: 'λευκό',
    usageType: 'COMPLETE-PRODUCT',
    category: 'κεριά',
    cnCode: '34060000',
    vat: 2400,
    b2bSalesPrice: 9_0000,
    salesPrice: 10_0000,
    costMargin: 1000,
    unit: 'Item',
    photos: ['photo-1'],
    overridable: false,
    lendable: false,
    customerId: customer,
    steps: [{ seq: 1, section: 'GEMISMA', materials: [{ materialId: glass, quantity: PIECE }] }],
  }
  const oneGlass = { materialId: glass, quantity: PIECE, unit: 'Item' }
  const doubledGlass = { from: oneGlass, to: { ...oneGlass, quantity: 2 * PIECE } }
  return {
    'products.create-product': fixed(productFields),
    'products.change-product': async () => {
      const { id } = (await company.run('products.create-product', { name: 'Κερί που αλλάζει' })) as { id: number }
      return { id, version: 1, changes: { ...productFields } }
    },
    'products.clone-product': fixed({ id: candle }),
    'products.preview-update-all': fixed({ id: candle, changes: {}, replacements: [doubledGlass] }),
    'products.update-all': async () => {
      const { id } = (await company.run('products.create-product', { name: 'Κερί με ποτήρι' })) as { id: number }
      return { id, version: 1, changes: { name: 'Κερί με ποτήρια' }, replacements: [doubledGlass], products: [] }
    },
    ...manySamples(company),
    'products.list': async () => ({
      ...(await list()),
      filters: { id: '1', name: 'κερ', unit: 'Item', usageType: ['MATERIAL'], marks: ['free', 'belowMargin'] },
      sort: 'costPrice',
    }),
    'products.count': list,
    'products.sums': list,
    'products.sum-materials': list,
    'products.count-marks': fixed({ materials: true }),
    'products.materials': async () => ({ ...(await list()), filters: { name: 'κερ', unit: 'KG' }, sort: 'costPrice' }),
    'products.count-materials': list,
    'products.history': fixed({ id: candle }),
    'products.detail': fixed({ id: candle }),
    'products.for-lines': fixed({ ids: [candle, glass] }),
    'products.trial-cost': fixed({
      productId: candle,
      costs: [{ productId: glass, cost: 2_0000 }],
      margins: [{ productId: candle, margin: 1000 }],
    }),
    'products.choices': fixed(),
    'settings.goods': fixed(),
    'settings.save-goods': async () => {
      const { categories } = await readGoodsSettings(company.db)
      return { values: { categories: [...categories, `Κεριά ${categories.length}`] }, shown: { categories } }
    },
    'products.search': fixed({ search: '', usageType: ['COMPLETE-PRODUCT'], lendable: false }),
  }
}

export const historySample: HistorySample = {
  words: { products: PRODUCT_WORDS },
  lists: { products: { unit: UNITS, usageType: USAGE_TYPES } },
  free: {
    products: [...freeTexts(PRODUCT_FIELDS), 'customer'],
  },
}
