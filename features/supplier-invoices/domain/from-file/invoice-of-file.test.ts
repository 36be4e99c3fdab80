import { describe, expect, test } from 'vitest'
import type { Day } from '#kernel/day.ts'
import { cents, quantity, rate, unitPrice } from '#kernel/money.ts'
import type { Goods } from '#features/supplier-catalogue/domain/goods.ts'
import { differenceToPaper, totalsOfDraft } from '../invoice-draft.ts'
import type { FileDraft, FileDraftLine } from './contract.ts'
import { askedLines, fileLack, invoiceOfFile, productsOfFile, receivedGoods } from './invoice-of-file.ts'

const goods = (id: number, providerSku = ''): Goods => ({
  id,
  name: `Είδος ${id}`,
  sku: `E-${id}`,
  providerSku,
  category: '',
  unit: 'Item',
  vat: rate(24_00),
  cost: unitPrice(1_0000),
  costComputed: false,
  invoicedOn: null,
  stock: quantity(0),
  service: false,
  lastPrice: null,
  lastDiscount: null,
})

/** A line of the file that became one line of the invoice: a product, or an expense for null. */
const line = (productId: number | null, more: object = {}) =>
  ({
    match: productId === null ? { state: 'expense' } : { state: 'matched', by: 'sku' },
    becomes: [
      {
        productId,
        name: 'Μεταφορικά',
        providerSku: '',
        quantity: quantity(2_0000),
        price: unitPrice(5_0000),
        discount: rate(0),
        vat: rate(24_00),
        ...more,
      },
    ],
  }) as unknown as FileDraftLine
const asked = { match: { state: 'asked', why: 'unknown', candidates: [] }, becomes: [] } as unknown as FileDraftLine

const file = (more: Partial<FileDraft>): FileDraft => ({
  id: 3,
  name: 'invoice.csv',
  form: 'csv',
  uploaded: '',
  userName: '',
  written: {
    providerVat: '',
    providerName: '',
    number: 'Τ-7',
    date: '2026-11-02' as Day,
    net: cents(10_00),
    vat: cents(2_40),
    gross: cents(12_40),
  },
  provider: { id: 9, name: 'Κηροχημική', vat: '094014201' },
  providers: [],
  refcode: '24.00.01',
  lines: [line(1)],
  sameNumber: null,
  canceled: null,
  ...more,
})
const earlier = { id: 5 } as NonNullable<FileDraft['sameNumber']>

describe('a file becomes an invoice', () => {
  test.each([
    ['once it has a provider, a free number and no question', {}, null],
    ['not without a provider', { provider: null, sameNumber: earlier, lines: [asked] }, 'provider'],
    ['not with a number that the provider has used', { sameNumber: earlier, lines: [asked] }, 'number-taken'],
    ['not while a line is asked', { lines: [line(1), asked] }, 'answers'],
  ])('%s', (_, more, lack) => {
    expect(fileLack(file(more))).toBe(lack)
  })

  test('asks only for the lines that are not matched, and reads each of its products once', () => {
    const mixed = file({ lines: [line(1), asked, line(null), line(1), line(2)] })
    expect(askedLines(mixed)).toEqual([asked])
    expect(productsOfFile(mixed)).toEqual([1, 2])
  })

  test('with its products and expenses, and without a product that no longer exists', () => {
    const lines = [line(1, { providerSku: 'Π-7' }), line(8), line(null), line(2)]
    const draft = invoiceOfFile(file({ lines }), [goods(1, 'Π-1'), goods(2, 'Π-2')])
    expect(draft.lines.map((one) => [one.key, one.goods?.id, one.goods?.providerSku, one.name])).toEqual([
      [1, 1, 'Π-7', ''],
      [2, undefined, undefined, 'Μεταφορικά'],
      [3, 2, 'Π-2', ''],
    ])
    expect(draft).toMatchObject({
      provider: { id: 9, label: '' },
      refcode: '24.00.01',
      number: 'Τ-7',
      importDate: '2026-11-02',
      correctsId: null,
      file: { id: 3, gross: 12_40 },
    })
    expect(invoiceOfFile(file({ provider: null, canceled: earlier }), [])).toMatchObject({
      provider: null,
      correctsId: 5,
    })
  })
})

test('a note proposes the last price of each product, and one that has none must be typed', () => {
  const note = file({ form: 'note', lines: [line(1), line(2), line(null)] })
  const sold = { ...goods(1), lastPrice: unitPrice(1_4200), lastDiscount: rate(5_00) }
  const unpriced = { ...goods(2), cost: unitPrice(0) }
  const draft = invoiceOfFile(note, [sold, unpriced])
  expect(draft.lines.map(({ price, discount, unread }) => [price, discount, unread])).toEqual([
    [1_4200, 5_00, undefined],
    [0, 0, { price: '' }],
    [5_0000, 0, undefined],
  ])
})

test('what came of a file is the sum of each of its products, without expenses', () => {
  expect(receivedGoods(file({ lines: [line(1), line(null), line(2), line(1), asked] }))).toEqual([
    { productId: 1, quantity: 4_0000 },
    { productId: 2, quantity: 2_0000 },
  ])
})

test('a draft differs from its file by the total, and by the amount before VAT if the file or the code has no VAT', () => {
  const draft = invoiceOfFile(file({}), [goods(1)])
  expect(totalsOfDraft(draft, false)).toMatchObject({ goods: 10_00, total: 12_40 })
  expect([differenceToPaper(draft, false), differenceToPaper(draft, true)]).toEqual([null, null])
  const other = { id: 3, name: '', net: cents(9_00), gross: cents(12_00) }
  expect(differenceToPaper({ ...draft, file: other }, false)).toEqual({ written: 12_00, entered: 12_40 })
  expect(differenceToPaper({ ...draft, file: other }, true)).toEqual({ written: 9_00, entered: 10_00 })
  expect(differenceToPaper({ ...draft, file: { ...other, gross: null } }, false)).toEqual({
    written: 9_00,
    entered: 10_00,
  })
  expect(differenceToPaper({ ...draft, file: undefined }, false)).toBeNull()
  // the total that a person typed comes first, also for a code without VAT
  const typed = { ...draft, printed: cents(12_38) }
  expect(differenceToPaper(typed, false)).toEqual({ written: 12_38, entered: 12_40 })
  expect(differenceToPaper({ ...typed, file: undefined }, true)).toEqual({ written: 12_38, entered: 10_00 })
  expect(differenceToPaper({ ...typed, printed: cents(12_40) }, false)).toBeNull()
})
