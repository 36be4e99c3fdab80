/** Provides a valid input for each command and query of buying, for tests that call all of them. */
import { addProvider, fixed, PIECE, type Samples } from '#server/samples/sample-parts.ts'

export const samples: Samples = (company) => {
  const { candle } = company.stock
  const ask = { productId: candle, quantity: 40 * PIECE, dueOn: '2026-12-04', note: 'για τα Χριστούγεννα' }
  const asked = async (): Promise<number> => ((await company.run('purchases.ask-for-goods', ask)) as { id: number }).id
  /** Creates a material that is below its reorder point. */
  const runsOut = async (): Promise<number> => {
    const material = { name: 'Φιτίλι', usageType: 'PURCHASED-MATERIAL', reorderPoint: 5 * PIECE }
    return ((await company.run('products.create-product', material)) as { id: number }).id
  }
  const mail = { to: 'orders@example.com', subject: 'Παραγγελία', body: 'Καλημέρα σας' }
  const order = async () => ({
    providerId: await addProvider(company.db),
    dueOn: '2026-12-01',
    note: 'με το πρωινό δρομολόγιο',
    lines: [{ productId: candle, quantity: 5 * PIECE, missing: 0 }],
    mail: null,
  })
  const ordered = async (): Promise<number> =>
    ((await company.run('purchases.order-goods', await order())) as { id: number }).id
  return {
    'purchases.ask-for-goods': fixed(ask),
    'purchases.ask-for-missing': async () => ({ productIds: [await runsOut()] }),
    'purchases.cancel-request': async () => ({ id: await asked(), version: 1, reason: 'λάθος' }),
    'purchases.set-due-day': async () => ({ id: await asked(), version: 1, dueOn: '2026-12-09' }),
    'purchases.order-goods': async () => ({ ...(await order()), mail }),
    'purchases.mail-order-sheet': async () => ({ id: await ordered(), again: true, ...mail }),
    'purchases.order-sheet-draft': async () => ({ providerId: await addProvider(company.db) }),
    'purchases.order-sheet': async () => ({ id: await ordered() }),
    'purchases.order-sheet.pdf': async () => ({ id: await ordered() }),
    'purchases.proposals': fixed(),
    'purchases.requests': fixed({ search: 'κερ', filters: { state: ['OPEN'] }, page: 1, descending: true }),
    'purchases.count-requests': fixed(),
    'purchases.count-request-states': fixed(),
    'purchases.request': async () => ({ id: await asked() }),
    'purchases.request-to-receive': async () => ({ id: await ordered() }),
  }
}
