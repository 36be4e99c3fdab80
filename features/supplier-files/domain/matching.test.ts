import fc from 'fast-check'
import { fold } from '#kernel/fold.ts'
import { describe, expect, test } from 'vitest'
import { convert, familyOf } from '#features/products/domain/units.ts'
import { type Unit, UNITS } from '#features/products/domain/product.ts'
import {
  cents,
  discountedTotal,
  isWholeQuantity,
  quantity,
  rate,
  sumCents,
  sumQuantities,
  unitPrice,
} from '#kernel/money.ts'
import type { FileLine } from './document.ts'
import {
  type Answer,
  discountTo,
  type Known,
  type KnownProduct,
  lineKeyOf,
  linesOfMatch,
  matchLines,
} from './matching.ts'
import { unitKey } from './units.ts'

const line = (more: Partial<FileLine> = {}): FileLine => ({
  line: 1,
  code: '',
  barcode: '',
  buyerCode: '',
  name: 'Παραφίνη',
  quantity: quantity(2_0000),
  unit: 'τεμ',
  unitPrice: null,
  discount: null,
  vat: rate(24_00),
  net: cents(10_00),
  ...more,
})
const goods = (id: number, more: Partial<KnownProduct> = {}): KnownProduct => ({
  id,
  name: `Είδος ${id}`,
  sku: '',
  unit: 'Item',
  vat: rate(24_00),
  barcode: '',
  provsku: '',
  catalogueCodes: [],
  ...more,
})
const known = (all: readonly KnownProduct[], more: Partial<Known> = {}): Known => ({
  answers: [],
  goods: all,
  byName: new Map(),
  ...more,
})
const answer = (of: FileLine, more: Partial<Answer>): Answer => ({
  lineKey: lineKeyOf(of),
  unitKey: '',
  productId: null,
  factor: null,
  ...more,
})
const only = (of: FileLine, with_: Known) => matchLines([of], with_)[0]

describe('a line of a file', () => {
  test('is matched by the code of the catalogue, the barcode or our SKU, in any case and with any accents', () => {
    const all = [goods(1, { catalogueCodes: ['κηρ-1'] }), goods(2, { barcode: '520001' }), goods(3, { sku: 'AB 3' })]
    expect(only(line({ code: 'ΚΗΡ-1' }), known(all))).toMatchObject({ by: 'catalogue', product: { id: 1 } })
    expect(only(line({ barcode: '520001' }), known(all))).toMatchObject({ by: 'barcode', product: { id: 2 } })
    expect(only(line({ buyerCode: 'ab  3' }), known(all))).toMatchObject({ by: 'sku', product: { id: 3 } })
  })

  test('is asked if two products have its code, or if its codes name different products', () => {
    const same = [goods(1, { catalogueCodes: ['A'] }), goods(2, { catalogueCodes: ['a'] })]
    expect(only(line({ code: 'A' }), known(same))).toMatchObject({
      state: 'asked',
      why: 'several',
      candidates: [{ id: 1 }, { id: 2 }],
    })
    const different = [goods(1, { catalogueCodes: ['A'] }), goods(2, { barcode: '520' })]
    expect(only(line({ code: 'A', barcode: '520' }), known(different))).toMatchObject({ state: 'asked', why: 'differ' })
  })

  test('is asked if only its name is similar, or only the SKU of any provider is the same', () => {
    const all = [goods(1), goods(2, { provsku: 'Z9' })]
    const byName = new Map([
      ['name παραφινη', [1]],
      ['code z9', [1]],
    ])
    expect(only(line(), known(all, { byName }))).toMatchObject({ state: 'asked', why: 'name', candidates: [{ id: 1 }] })
    expect(only(line({ code: 'Z9' }), known(all, { byName }))).toMatchObject({
      why: 'provsku',
      candidates: [{ id: 2 }, { id: 1 }],
    })
    expect(only(line({ code: 'NEW' }), known(all))).toMatchObject({ state: 'asked', why: 'unknown', candidates: [] })
  })

  test('is matched as answered before, whatever its codes say', () => {
    const of = line({ code: 'A' })
    const all = [goods(1, { catalogueCodes: ['A'] }), goods(2)]
    expect(only(of, known(all, { answers: [answer(of, { productId: 2 })] }))).toMatchObject({
      by: 'answer',
      product: { id: 2 },
    })
    expect(only(of, known(all, { answers: [answer(of, {})] }))).toEqual({ state: 'expense' })
    // the product of the answer no longer exists
    expect(only(of, known(all, { answers: [answer(of, { productId: 9 })] }))).toMatchObject({ product: { id: 1 } })
  })

  test('in boxes asks how many pieces a box has, and is matched once that is answered', () => {
    const of = line({ code: 'A', unit: 'ΚΙΒ.', quantity: quantity(3_0000), net: cents(18_00) })
    const all = [goods(1, { catalogueCodes: ['A'] })]
    expect(only(of, known(all))).toMatchObject({ state: 'asked', why: 'unit', product: { id: 1 } })
    const answers = [answer(of, { productId: 1, unitKey: unitKey('κιβ'), factor: quantity(12_0000) })]
    const match = only(of, known(all, { answers }))
    expect(match && linesOfMatch(of, match)[0]).toMatchObject({ quantity: 36_0000, price: 5000 })
    // a factor of another line or of another product does not count
    const answered = answers[0] as Answer
    for (const other of [{ lineKey: 'code b' }, { productId: 2 }])
      expect(
        only(of, known([goods(1, { catalogueCodes: ['A'] })], { answers: [{ ...answered, ...other }] })),
      ).toMatchObject({ why: 'unit' })
    // a factor of another unit does not count
    expect(only({ ...of, unit: 'παλέτα' }, known(all, { answers }))).toMatchObject({ state: 'asked', why: 'unit' })
  })

  test('without a unit has the unit of its product, and an expense needs no product', () => {
    const of = line({ code: 'A', unit: '' })
    const match = only(of, known([goods(1, { catalogueCodes: ['A'], unit: 'KG' })]))
    expect(match && linesOfMatch(of, match)[0]).toMatchObject({ unit: 'KG', quantity: 2_0000, price: 5_0000 })
    expect(linesOfMatch(of, { state: 'expense' })[0]).toMatchObject({
      productId: null,
      name: 'Παραφίνη',
      price: 5_0000,
    })
  })

  test('of an expense is named by the file, and by its code without a name', () => {
    const named = (more: Partial<FileLine>) => linesOfMatch(line(more), { state: 'expense' })[0]
    expect(named({ name: 'Μεταφορικά', code: 'T' })).toMatchObject({ name: 'Μεταφορικά', sku: '', providerSku: 'T' })
    expect(named({ name: '', code: 'T' })).toMatchObject({ name: 'T' })
    expect(named({ unit: 'ΚΙΛΑ', vat: null })).toMatchObject({ unit: 'KG', vat: 0 })
  })

  test('of a product has the name, the SKU and the unit of the product, and its VAT if the file has none', () => {
    const product = goods(1, { name: 'Φιτίλι', sku: 'F-1', catalogueCodes: ['A'], unit: 'KG', vat: rate(13_00) })
    const becomes = (more: Partial<FileLine>) => {
      const of = line({ code: 'A', unit: 'ΚΙΛΑ', ...more })
      const match = only(of, known([product]))
      return match && linesOfMatch(of, match)[0]
    }
    expect(becomes({})).toMatchObject({ productId: 1, name: 'Φιτίλι', sku: 'F-1', unit: 'KG', vat: 24_00 })
    expect(becomes({ vat: null })).toMatchObject({ vat: 13_00 })
  })

  test('keeps the price and the discount of the file if they give its amount', () => {
    const of = line({ code: 'A', unitPrice: unitPrice(10_0000), discount: rate(50_00) })
    const match = only(of, known([goods(1, { catalogueCodes: ['A'] })]))
    expect(match && linesOfMatch(of, match)[0]).toMatchObject({ price: 10_0000, discount: 50_00 })
    const other = { ...of, net: cents(12_00) }
    expect(match && linesOfMatch(other, match)[0]).toMatchObject({ price: 6_0000, discount: 0 })
  })

  test('of many pieces becomes two lines with neighbouring prices if one price would miss its amount', () => {
    const of = line({ code: 'A', quantity: quantity(10_000_0000), net: cents(123_45) })
    const match = only(of, known([goods(1, { catalogueCodes: ['A'] })]))
    expect(match && linesOfMatch(of, match)).toMatchObject([
      { quantity: 5_500_0000, price: 123 },
      { quantity: 4_500_0000, price: 124 },
    ])
  })
})

test.each([
  [100, 90, null],
  [100, 100, 0],
  [90, 100, 10_00],
  [0, 0, null],
])('the discount that leads to %i from %i is %j', (net, gross, discount) => {
  expect(discountTo(cents(net), cents(gross))).toBe(discount)
})

const unit = fc.constantFrom(...UNITS)
const code = fc.constantFrom('', 'A', 'a', 'Β', 'β', 'C')
const anyGoods = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 8 }),
    catalogueCodes: fc.array(code, { maxLength: 2 }),
    barcode: code,
    provsku: code,
    sku: code,
    unit,
  }),
  { selector: ({ id }) => id, maxLength: 6 },
)
const anyLine = fc.record({
  code,
  barcode: code,
  buyerCode: code,
  unit: fc.constantFrom('', 'KGM', 'GRM', 'H87', 'XBX'),
})

describe('for any goods and lines', () => {
  test('a line is matched by codes only if they name exactly one product, in any order of the goods', () => {
    fc.assert(
      fc.property(anyGoods, anyLine, (some, more) => {
        const of = line(more)
        const all = some.map((one) => goods(one.id, one))
        const match = only(of, known(all))
        const has = (one: string, other: string) => one !== '' && fold(one) === fold(other)
        const named = all.filter(
          (one) =>
            one.catalogueCodes.some((known_) => has(known_, of.code)) ||
            has(one.barcode, of.barcode) ||
            has(one.sku, of.buyerCode),
        )
        const quiet = match?.state === 'matched' || (match?.state === 'asked' && match.why === 'unit')
        expect(quiet).toBe(named.length === 1)
        expect(match?.state === 'matched' ? match.product.id : named[0]?.id).toBe(named[0]?.id)
        expect(only(of, known([...all].reverse()))?.state).toBe(match?.state)
      }),
    )
  })

  test('a quantity of a like unit is converted as everywhere (C-37), and one of an unlike unit is asked', () => {
    const written: [string, Unit][] = [
      ['KGM', 'KG'],
      ['γρ.', 'Gram'],
      ['Μέτρα', 'Meter'],
      ['LTR', 'Litter'],
      ['ΤΕΜ', 'Item'],
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...written),
        unit,
        fc.integer({ min: 1, max: 10_000_0000 }),
        ([word, from], to, count) => {
          const of = line({ code: 'A', unit: word, quantity: quantity(count), net: cents(100) })
          const match = only(of, known([goods(1, { catalogueCodes: ['A'], unit: to })]))
          expect(match?.state).toBe(familyOf(from) === familyOf(to) ? 'matched' : 'asked')
          const converted =
            familyOf(from) === familyOf(to) ? convert({ quantity: quantity(count), unit: from }, to) : quantity(0)
          const parts = match ? linesOfMatch(of, match) : []
          expect(sumQuantities(parts.map((part) => part.quantity))).toBe(converted)
        },
      ),
    )
  })

  test('the amount and the quantity of a line are those of the file, in whole pieces if the file has whole ones', () => {
    const amounts = fc.record({
      count: fc.oneof(
        fc.integer({ min: 1, max: 100_000 }).map((pieces) => pieces * 10_000),
        fc.integer({ min: 1000, max: 100_0000 }),
      ),
      net: fc.integer({ min: 0, max: 50_000_00 }),
    })
    fc.assert(
      fc.property(amounts, ({ count, net }) => {
        const of = line({ quantity: quantity(count), net: cents(net) })
        const parts = linesOfMatch(of, { state: 'expense' })
        expect(sumQuantities(parts.map((part) => part.quantity))).toBe(count)
        expect(sumCents(parts.map((part) => discountedTotal(part.quantity, part.price, part.discount)))).toBe(net)
        expect(count % 10_000 !== 0 || parts.every((part) => isWholeQuantity(part.quantity))).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('an answer settles every later line with the same code', () => {
    fc.assert(
      fc.property(anyGoods, anyLine, fc.option(fc.integer({ min: 1, max: 8 })), (some, more, productId) => {
        const of = line(more)
        const all = some.filter(({ id }) => id !== productId).map((one) => goods(one.id, one))
        if (productId !== null) all.push(goods(productId))
        const answers = [answer(of, { productId, unitKey: unitKey(of.unit), factor: quantity(3_0000) })]
        expect(only(of, known(all, { answers }))?.state).toBe(productId === null ? 'expense' : 'matched')
      }),
    )
  })
})
