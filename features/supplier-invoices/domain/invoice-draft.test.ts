import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Day } from '#kernel/day.ts'
import { cents, quantity, rate, unitPrice } from '#kernel/money.ts'
import { CODES_SETTINGS, type DocumentCode, flagsOf } from '#features/settings/domain/document-codes.ts'
import { storedValues } from '#kernel/settings/form.ts'
import type { Goods } from '#features/supplier-catalogue/domain/goods.ts'
import type { Invoice } from './list-contract.ts'
import { invoiceLineAmounts, invoiceTotals } from '#features/buying/domain/amounts.ts'
import {
  addExpense,
  addGoods,
  addReceived,
  amountsOfLine,
  changeDraftLine,
  correctionOf,
  EMPTY_INVOICE,
  inputOf,
  lacksOf,
  netPriceOf,
  newCostsOf,
  removeDraftLine,
  totalsOfDraft,
  withFigures,
  withGoods,
  withUnread,
} from './invoice-draft.ts'

const WAX: Goods = {
  id: 7,
  name: 'Παραφίνη 52/54',
  sku: 'PAR',
  providerSku: 'Π-1',
  category: '',
  unit: 'KG',
  vat: rate(24_00),
  cost: unitPrice(1_3100),
  costComputed: false,
  invoicedOn: null,
  stock: quantity(0),
  service: false,
  lastPrice: unitPrice(1_4200),
  lastDiscount: null,
}

describe('a draft', () => {
  test('names what is missing in the order of the form, and nothing once it can be saved', () => {
    expect(lacksOf(EMPTY_INVOICE)).toEqual(['provider', 'code', 'number', 'line'])
    const provider = { id: 1, name: 'Κηροχημική', label: '', vat: '' }
    const filled = { ...addGoods(EMPTY_INVOICE, WAX), provider, refcode: '24.00.01' }
    expect(lacksOf({ ...filled, number: '471' })).toEqual(['number'])
    expect(lacksOf({ ...filled, number: '4711' })).toEqual([])
    expect(lacksOf({ ...filled, number: '4711', refcode: '2' })).toEqual(['code'])
  })

  test('begins a line with the last price of the provider, and with the stored cost without one', () => {
    expect(addGoods(EMPTY_INVOICE, WAX).lines[0]).toMatchObject({ quantity: 1_0000, price: 1_4200, vat: 24_00 })
    expect(addGoods(EMPTY_INVOICE, { ...WAX, lastPrice: null }).lines[0]).toMatchObject({ price: 1_3100 })
  })

  test('takes the last discount of the provider off a received line once', () => {
    const discounted = { ...WAX, lastPrice: unitPrice(10_0000), lastDiscount: rate(10_00) }
    expect(netPriceOf(discounted)).toBe(9_0000)
    expect(netPriceOf({ ...WAX, lastPrice: null })).toBe(1_3100)
    const received = addReceived(EMPTY_INVOICE, discounted, { quantity: quantity(2_0000), price: unitPrice(9_0000) })
    expect(received.lines[0]).toMatchObject({ quantity: 2_0000, price: 9_0000, discount: 0 })
    expect(totalsOfDraft(received, true).goods).toBe(
      totalsOfDraft(
        changeDraftLine(addGoods(EMPTY_INVOICE, discounted), 1, (line) =>
          withFigures(line, { quantity: quantity(2_0000) }),
        ),
        true,
      ).goods,
    )
  })

  test('keeps a figure that is no number as it was typed, computes nothing anew, and cannot be saved', () => {
    const draft = changeDraftLine(addGoods(EMPTY_INVOICE, WAX), 1, (line) =>
      withFigures(line, { quantity: quantity(500_0000) }),
    )
    const spoiled = changeDraftLine(draft, 1, (line) => withUnread(line, 'price', 'ένα σαράντα'))
    expect(spoiled.lines[0]).toMatchObject({ price: 1_4200, unread: { price: 'ένα σαράντα' } })
    expect(totalsOfDraft(spoiled, false)).toEqual(totalsOfDraft(draft, false))
    expect(lacksOf(spoiled)).toContain('figure')
    const mended = changeDraftLine(spoiled, 1, (line) => withFigures(line, { price: unitPrice(1_5000) }))
    expect(mended.lines[0]?.unread).toBeUndefined()
    expect(totalsOfDraft(mended, false).goods).toBe(750_00)
  })

  test('sends its unit with a product, so that the server notices another one, and the name of an expense', () => {
    const draft = addExpense(addGoods(EMPTY_INVOICE, WAX), 'Μεταφορικά', rate(24_00))
    expect(inputOf(draft).lines).toMatchObject([
      { productId: 7, unit: 'KG', providerSku: 'Π-1' },
      { productId: null, name: 'Μεταφορικά' },
    ])
  })

  test('has the new cost of the last priced line of each product, and none for what is made of materials', () => {
    const twice = addGoods(addGoods(EMPTY_INVOICE, WAX), WAX)
    const priced = changeDraftLine(twice, 2, (line) =>
      withFigures(line, { price: unitPrice(2_0000), discount: rate(10_00) }),
    )
    expect([...newCostsOf(priced)]).toEqual([[7, 1_8000]])
    const free = changeDraftLine(priced, 2, (line) => withFigures(line, { price: unitPrice(0) }))
    expect([...newCostsOf(free)]).toEqual([[7, 1_4200]])
    expect(newCostsOf(addGoods(EMPTY_INVOICE, { ...WAX, costComputed: true })).size).toBe(0)
  })

  test('has no new cost of goods whose cost an invoice of a later day has set (C-100)', () => {
    const day = (text: string) => text as Day
    const draft = addGoods(EMPTY_INVOICE, { ...WAX, invoicedOn: day('2026-11-20') })
    const on = (importDate: Day | null) => [...newCostsOf({ ...draft, importDate }).keys()]
    expect([on(null), on(day('2026-11-20')), on(day('2026-11-19'))]).toEqual([[7], [7], []])
  })
})

test('a line is removed alone, and the next line gets another key', () => {
  const three = addGoods(addGoods(addGoods(EMPTY_INVOICE, WAX), WAX), WAX)
  const two = removeDraftLine(three, 2)
  expect(two.lines.map(({ key }) => key)).toEqual([1, 3])
  expect(addGoods(two, WAX).lines.map(({ key }) => key)).toEqual([1, 3, 4])
})

test('a draft follows the data of its goods, keeps its unit and figures, and expenses and unknown goods stay', () => {
  const draft = addExpense(addGoods(addGoods(EMPTY_INVOICE, WAX), { ...WAX, id: 8 }), 'Μεταφορικά', rate(24_00))
  const now = withGoods(draft, [{ ...WAX, name: 'Παραφίνη', unit: 'Gram', lastPrice: unitPrice(9_0000) }])
  expect(now.lines[0]).toMatchObject({ goods: { name: 'Παραφίνη', unit: 'KG' }, price: 1_4200 })
  expect(now.lines.slice(1)).toEqual(draft.lines.slice(1))
})

test('a draft is sent with its day and its file only if it has them', () => {
  expect(inputOf(EMPTY_INVOICE)).not.toHaveProperty('importDate')
  expect(inputOf(EMPTY_INVOICE)).toMatchObject({ fileId: null, correctsId: null })
  const day = '2026-11-02' as Day
  const file = { id: 3, name: '', net: cents(0), gross: null }
  const provider = { id: 9, name: '', label: '', vat: '' }
  expect(inputOf({ ...EMPTY_INVOICE, importDate: day, file, provider })).toMatchObject({
    providerId: 9,
    importDate: day,
    fileId: 3,
  })
})

test('the correction of a cancelled invoice has its content, what its lines fulfil, and no product that no longer exists', () => {
  const line = {
    name: 'Παραφίνη',
    quantity: quantity(2_0000),
    price: unitPrice(1_0000),
    discount: rate(0),
    vatRate: rate(24_00),
  }
  const invoice = {
    id: 5,
    providerId: 9,
    providerName: 'Κηροχημική',
    providerLabel: '',
    providerVat: '094014201',
    refcode: '24.00.01',
    number: '4711',
    importDate: '2026-11-02',
    note: '',
    lines: [
      { ...line, productId: 7, requestId: 3, requestLineNo: 2 },
      { ...line, productId: 99, requestId: null, requestLineNo: null },
      { ...line, productId: null, name: 'Μεταφορικά', requestId: 3, requestLineNo: null },
      { ...line, productId: 7, requestId: null, requestLineNo: 2 },
    ],
  } as unknown as Invoice
  const draft = correctionOf(invoice, [WAX])
  expect(draft).toMatchObject({ provider: { id: 9 }, number: '4711', importDate: '2026-11-02', correctsId: 5 })
  expect(draft.lines.map(({ key, goods, request }) => [key, goods?.id, request])).toEqual([
    [1, 7, { id: 3, lineNo: 2 }],
    [2, undefined, undefined],
    [3, 7, undefined],
  ])
  expect(correctionOf({ ...invoice, providerId: null }, []).provider).toBeNull()
})

test('totals are the sums of the rounded lines, and a code without VAT has none (C-47, C-35)', () => {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 9_999_0000 }).map(quantity),
    price: fc.integer({ min: 0, max: 999_0000 }).map(unitPrice),
    discount: fc.integer({ min: 0, max: 100_00 }).map(rate),
    vat: fc.constantFrom(0, 6_00, 13_00, 24_00).map(rate),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.boolean(), (lines, zeroVat) => {
      const amounts = lines.map((one) => ({ ...invoiceLineAmounts(one, zeroVat), quantity: one.quantity }))
      const totals = invoiceTotals(amounts)
      const sum = (field: 'net' | 'vatAmount') => amounts.reduce((all, one) => all + one[field], 0)
      expect(totals).toMatchObject({ goods: sum('net'), vat: sum('vatAmount'), total: sum('net') + sum('vatAmount') })
      expect(zeroVat && totals.vat !== 0).toBe(false)
      for (const [index, { net, newCost }] of amounts.entries()) {
        const { price, discount } = lines[index] ?? { price: 0, discount: 0 }
        expect(newCost).toBeLessThanOrEqual(price)
        expect(discount === 100_00 && (net !== 0 || newCost !== 0)).toBe(false)
      }
    }),
  )
})

test('a line of 0.33 at 0.35 with 24 % is 0.12 and its VAT 0.03', () => {
  const draft = addGoods(EMPTY_INVOICE, { ...WAX, lastPrice: unitPrice(3500) })
  const [line] = changeDraftLine(draft, 1, (one) => withFigures(one, { quantity: quantity(3300) })).lines
  if (!line) throw new Error('the draft has a line')
  expect(amountsOfLine(line, false)).toMatchObject({ net: 12, vatAmount: 3 })
  expect(amountsOfLine(line, true)).toMatchObject({ net: 12, vatAmount: 0 })
})

describe('the table of codes as a company finds it', () => {
  const { codes } = storedValues(CODES_SETTINGS, undefined) as { codes: readonly DocumentCode[] }
  test.each([
    ['24.00.00', true, true, false],
    ['24.00.01', false, false, true],
    ['24.00.02', true, false, false],
    ['60.00.00', false, true, false],
    ['64.00.00', true, true, false],
    ['64.00.01', false, false, true],
    ['71.00.00', true, true, false],
    ['71.00.01', false, false, true],
    ['25.00.00', false, false, false],
    [null, false, false, false],
  ])('%s: without VAT %s, grey %s, VAT shown %s', (code, zeroVat, grey, showsVat) => {
    expect(flagsOf(codes, code)).toMatchObject({ zeroVat, grey, showsVat })
  })
})
