/** Provides a valid input for each command and query of the invoices of suppliers, for tests that call all of them. */
import { createHash, randomUUID } from 'node:crypto'
import { sql } from '#server/db/database.ts'
import {
  addProvider,
  fixed,
  type HistorySample,
  PIECE,
  type Samples,
  type TableSamples,
} from '#server/samples/sample-parts.ts'
import { INVOICE_WORDS } from '../domain/history-words.ts'
import { csvFile } from '#features/supplier-files/server/test-files.ts'
import { ALL_STATES } from '../domain/invoice.ts'

/** Returns a number that no invoice has. */
const newNumber = (): string => `Τ-${randomUUID().slice(0, 13)}`

/** The inputs of inbound invoices. */
const invoiceSamples: Samples = (company) => {
  const { run, stock } = company
  const providerOf = () => addProvider(company.db)
  const invoice = async () => ({
    providerId: await providerOf(),
    refcode: '24.00.01',
    number: newNumber(),
    importDate: '2026-11-20',
    note: 'πρώτη παραλαβή',
    lines: [
      {
        productId: stock.glass,
        unit: 'Item',
        providerSku: 'GL-1',
        quantity: 10 * PIECE,
        price: 1_5000,
        discount: 500,
        vat: 2400,
        request: null,
      },
      { productId: null, name: 'Μεταφορικά', unit: 'Item', quantity: PIECE, price: 12_0000 },
    ],
    correctsId: null,
  })
  const booked = async () => ((await run('purchases.create-invoice', await invoice())) as { id: number }).id
  return {
    'purchases.create-invoice': invoice,
    'purchases.cancel-invoice': async () => ({ id: await booked(), version: 1, reason: 'λάθος', belowZero: true }),
    'purchases.provider-habits': async () => ({ providerId: await providerOf() }),
    'purchases.find-goods': fixed({ search: 'ποτ', providerId: null }),
    'purchases.goods-for-draft': fixed({ ids: [stock.glass], providerId: null }),
    'purchases.last-prices': fixed({ productId: stock.candle }),
    'purchases.number-taken': async () => ({ providerId: await providerOf(), number: '4711' }),
    'purchases.try-costs': fixed({ costs: [[stock.glass, 2_0000]] }),
    'purchases.invoices': fixed({ search: 'κηρο', page: 1, descending: true }),
    'purchases.count-invoices': fixed(),
    'purchases.sum-invoices': fixed(),
    'purchases.invoice': async () => ({ id: await booked() }),
    'purchases.history': async () => ({ id: await booked() }),
    'purchases.invoice-paper': async () => ({ id: await booked() }),
    'purchases.invoice-paper.pdf': async () => ({ id: await booked() }),
    'purchases.totals-by-code': fixed({ from: '2026-01-01', to: '2026-12-31', refcode: '24.00.01' }),
  }
}

/** The inputs of invoices from files. */
const fileSamples: Samples = (company) => {
  const file = async () => {
    const content = Buffer.from(csvFile({ number: randomUUID(), buyerVat: '' }))
    const { id } = await company.db.one<{ id: number }>(sql`
      insert into purchase_files (hash, name, form, byte_count, content, user_name, created_at)
      values (${createHash('sha256').update(content).digest('hex')}, 'τιμολόγιο.csv', 'csv', ${content.length}, ${content}, 'Νίκος', now())
      returning id`)
    return id
  }
  return {
    'purchases.file-draft': async () => ({ id: await file(), providerId: await addProvider(company.db) }),
    'purchases.answer-line': async () => ({
      fileId: await file(),
      providerId: await addProvider(company.db),
      line: 6,
      answer: { kind: 'product', productId: company.stock.candle, factor: PIECE },
    }),
  }
}

export const samples: Samples = (company) => ({
  ...invoiceSamples(company),
  ...fileSamples(company),
})

export const historySample: HistorySample = {
  silent: ['purchases.read-file'],
  words: { invoices: INVOICE_WORDS },
  lists: { invoices: { state: ALL_STATES, rest: ['CANCELED'] } },
  free: { invoices: ['number', 'provider', 'ordered', 'dueOn'] },
}

export const tableSamples: TableSamples = (company) => ({
  invoices: {
    may: { GET: '+++++---', POST: '+++++---' },
    record: async () => ({
      providerid: await addProvider(company.db),
      importDate: '2026-11-20',
      number: newNumber(),
      type: 'INBOUND',
      content: [{ id: company.stock.glass, quantity: 5, costpricenew: 1.42 }],
      refcode: '24.00.01',
      order_ref: null,
      section: '',
    }),
    row: async () => {
      const asked = await company.run('purchases.ask-for-goods', { productId: company.stock.candle, quantity: PIECE })
      return (asked as { id: number }).id
    },
  },
})
