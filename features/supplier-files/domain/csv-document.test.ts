import { describe, expect, test } from 'vitest'
import type { CsvRow } from '#kernel/import/cells.ts'
import { knownHeadings, readCsvDocument } from './csv-document.ts'
import { MOST_PROBLEMS } from './document.ts'

const rows = (...all: string[][]): CsvRow[] => all.map((cells, at) => ({ line: at + 1, cells }))
const HEADINGS = ['Κωδικός', 'Περιγραφή', 'Ποσότητα', 'Τιμή', 'Έκπτωση', 'ΦΠΑ', 'Αξία']
const candle = ['K-1', 'Κερί', '2', '1,50', '', '24', '3,00']
const table = (...lines: string[][]) => rows(HEADINGS, ...lines)
const documentOf = (all: readonly CsvRow[]) => {
  const { document, problems } = readCsvDocument(all)
  if (document === undefined) throw new Error(JSON.stringify(problems))
  return document
}
const problemsOf = (all: readonly CsvRow[]) =>
  readCsvDocument(all).problems?.map(({ code, line }) => [code, line]) ?? []

describe('the headings of a CSV file', () => {
  test('are counted once each, and unknown ones not at all, so that the right separator of columns is found', () => {
    expect(knownHeadings(rows(['Κωδικός', 'Ποσότητα', 'Χρώμα', 'Ποσότητα']))).toBe(2)
    expect(knownHeadings(rows(['Κωδικός;Ποσότητα;Χρώμα']))).toBe(0)
  })

  test('stand in the row with the most known ones of the first 21, of which it has at least two', () => {
    const above = Array.from({ length: 20 }, () => ['Κερίνο', ''])
    expect(documentOf(rows(...above, HEADINGS, candle)).lines).toHaveLength(1)
    expect(problemsOf(rows(...above, ['', ''], HEADINGS, candle))).toEqual([['headings', undefined]])
    expect(problemsOf(rows(['Κωδικός', 'Χρώμα'], candle))).toEqual([['headings', undefined]])
    // of two equally good rows the first one counts, and the second is read as goods
    expect(problemsOf(table(HEADINGS, candle))[0]).toEqual(['number', 2])
  })

  test.each([
    ['twice', ['Κωδικός', 'Ποσότητα', 'Τιμή', 'Ποσ.'], 'heading-twice'],
    ['without goods', ['Ποσότητα', 'Τιμή'], 'no-name-column'],
    ['without a quantity', ['Περιγραφή', 'Τιμή'], 'no-quantity-column'],
    ['without an amount', ['Κωδικός', 'Ποσότητα'], 'no-price-column'],
  ])('%s refuse the file in the line of the headings', (_, headings, code) => {
    expect(problemsOf(rows(['Τιμολόγιο'], headings, candle))).toEqual([[code, 2]])
  })

  test('that stand twice are refused with the second one', () => {
    const [refused] = readCsvDocument(rows(['Κωδικός', 'Ποσότητα', 'Τιμή', 'Ποσ.'], candle)).problems ?? []
    expect(refused?.details).toEqual({ heading: 'Ποσ.' })
  })

  test('may begin with any column, a number of the goods or of the document', () => {
    const unclear = rows(['Τιμή', 'Περιγραφή', 'Ποσότητα'], ['1.500', 'Κερί', '2'])
    expect(readCsvDocument(unclear).problems).toEqual([{ code: 'sign', line: 2, details: { text: '1.500' } }])
    const numbered = rows(['Αρ. τιμολογίου', 'Περιγραφή', 'Ποσότητα', 'Τιμή'], ['Τ-7', 'Κερί', '2', '1,50'])
    expect(documentOf(numbered)).toMatchObject({ number: 'Τ-7', lines: [{ unitPrice: 1_5000 }] })
  })

  test.each([
    ['a code in place of the name', ['Κωδικός', 'Ποσότητα', 'Τιμή'], ['K-1', '2', '1,50']],
    ['the amount in place of the price', ['Περιγραφή', 'Ποσότητα', 'Αξία'], ['Κερί', '2', '3,00']],
  ])('may have %s', (_, headings, line) => {
    expect(documentOf(rows(headings, line)).lines).toMatchObject([{ quantity: 2_0000, net: 3_00 }])
  })
})

describe('a line of a CSV file', () => {
  test('has its texts and numbers, and without a written amount that of price, quantity and discount', () => {
    expect(documentOf(table(candle, ['K-2', 'Φανάρι', '3', '10', '50', '', ''])).lines).toMatchObject([
      {
        line: 2,
        code: 'K-1',
        name: 'Κερί',
        quantity: 2_0000,
        unitPrice: 1_5000,
        discount: null,
        vat: 24_00,
        net: 3_00,
      },
      { line: 3, code: 'K-2', quantity: 3_0000, unitPrice: 10_0000, discount: 50_00, vat: null, net: 15_00 },
    ])
  })

  test.each([
    ['1.234', '2.468,00', 1_234_0000],
    ['1.234', '2.47', 1_2340],
  ])('%s beside %s is read with the decimal sign of the file', (price, net, expected) => {
    expect(documentOf(table(['K-1', 'Κερί', '2', price, '', '24', net])).lines[0]?.unitPrice).toBe(expected)
  })

  test('is asked about a number with two readings if no column of numbers says the decimal sign, and is read as answered', () => {
    const unclear = table(['K-1', 'Κερί 12,5', '1.500', '2', '', '24', ''])
    expect(readCsvDocument(unclear).problems).toEqual([{ code: 'sign', line: 2, details: { text: '1.500' } }])
    const counts = (sign: ',' | '.') => readCsvDocument(unclear, sign).document?.lines.map(({ quantity }) => quantity)
    expect([counts(','), counts('.')]).toEqual([[1500_0000], [1_5000]])
    expect(documentOf(table(['K-1', 'Κερί', '1.500', '0,085', '', '24', ''])).lines[0]).toMatchObject({
      quantity: 1500_0000,
      unitPrice: 850,
    })
  })

  test('has a price of more than four decimals rounded', () => {
    for (const price of ['1,23456', '1,23456789'])
      expect(documentOf(table(['K-1', 'Κερί', '2', price, '', '', ''])).lines[0]?.unitPrice).toBe(1_2346)
  })

  test.each([
    ['no number as its price', ['K-1', 'Κερί', '2', 'δύο', '', '', '3,00'], 'number'],
    ['a price with several decimal signs', ['K-1', 'Κερί', '2', '1,2,3', '', '', '3,00'], 'number'],
    ['a price of more than eight decimals', ['K-1', 'Κερί', '2', '1,234567891', '', '', ''], 'number'],
    ['a discount above 100 %', ['K-1', 'Κερί', '2', '1', '100,01', '', ''], 'number'],
    ['an amount beyond all limits', ['K-1', 'Κερί', '2', '', '', '', '99999999999'], 'number'],
    ['a discount below 0', ['K-1', 'Κερί', '2', '1', '-1', '', ''], 'number'],
    ['no quantity', ['K-1', 'Κερί', '', '1', '', '', ''], 'no-quantity'],
    ['no quantity beside its amount', ['K-1', 'Κερί', '', '1', '', '', '3,00'], 'no-quantity'],
    ['no price and no amount', ['K-1', 'Κερί', '2', '', '', '', ''], 'no-price'],
    ['neither a name nor a code', ['', '', '2', '1,50', '', '', '3,00'], 'no-name'],
    ['more cells than headings', [...candle, 'x'], 'columns'],
    ['another amount than its price and quantity give', ['K-1', 'Κερί', '2', '1,50', '', '', '3,03'], 'line-net'],
  ])('with %s is refused by its number', (_, line, code) => {
    expect(problemsOf(table(candle, line))).toEqual([[code, 3]])
  })

  test('may have a discount from 0 to 100 %', () => {
    const [free, none] = ['100', '0'].map((discount) => ['K-1', 'Κερί', '2', '1', discount, '', ''])
    expect(documentOf(table(free ?? [], none ?? [])).lines.map(({ net }) => net)).toEqual([0, 2_00])
  })

  test('without cells at its end, and an empty row between others, are no problem', () => {
    expect(documentOf(table(candle, ['', ' '], [...candle, ' '])).lines).toHaveLength(2)
  })

  test('is not read any more after so many problems', () => {
    const wrong = Array.from({ length: MOST_PROBLEMS + 5 }, () => ['K-1', 'Κερί', 'x', '1', '', '', ''])
    expect(problemsOf(table(...wrong))).toHaveLength(MOST_PROBLEMS)
  })
})

describe('a row of totals', () => {
  test.each([
    ['Σύνολο', { net: 3_00, vat: null, gross: null }],
    ['Συνολο ΦΠΑ', { net: null, vat: 3_00, gross: null }],
    ['Πληρωτέο', { net: null, vat: null, gross: 3_00 }],
  ])('%s is the total of the document and no line', (label, totals) => {
    expect(documentOf(table(candle, [label, '', '', '', '', '', '3,00']))).toMatchObject({
      totals,
      lines: [{ code: 'K-1' }],
    })
  })

  test('may have the largest amount that there is', () => {
    const largest = ['Σύνολο', '', '', '', '', '', '1.000.000.000,00']
    expect(documentOf(table(candle, largest)).totals.net).toBe(1_000_000_000_00)
  })

  test.each([
    ['without an amount', ['Σύνολο', '', '', '', '', '', '']],
    ['with a text in place of the amount', ['Σύνολο', '', '', '', '', '', 'x']],
    ['with an amount beyond all limits', ['Σύνολο', '', '', '', '', '', '99999999999']],
  ])('%s is read as a line, and refused for what it lacks', (_, row) => {
    expect(problemsOf(table(candle, row)).map(([, line]) => line)).toContain(3)
  })

  test('is none if it has a price, or a code and a quantity', () => {
    const coded = ['Σύνολο', 'Κερί', '2', '', '', '', '3,00']
    expect(documentOf(table(candle, coded)).lines).toHaveLength(2)
    const named = ['Σύνολο-1', 'Σύνολο κεριών', '2', '1,50', '', '', '3,00']
    expect(documentOf(table(candle, named)).lines).toHaveLength(2)
  })
})

describe('what a CSV file says of the document', () => {
  const whole = { number: 'Τ-7', date: '2026-11-02', buyerVat: '', provider: { vat: '094014201', name: 'Κηροποιία' } }
  test('stands above the table, each beside its label', () => {
    const above = [
      ['Προμηθευτής', 'Κηροποιία'],
      ['ΑΦΜ', '', '094014201'],
      ['Αρ. τιμολογίου', 'Τ-7', 'Ημ/νία', '02/11/2026'],
    ]
    expect(documentOf(rows(...above, HEADINGS, candle))).toMatchObject(whole)
    const buyer = ['ΑΦΜ πελάτη', '090000045']
    expect(documentOf(rows(...above, buyer, HEADINGS, candle))).toMatchObject({ ...whole, buyerVat: '090000045' })
  })

  test('stands in columns that repeat it, some of them only in one row', () => {
    const headings = [...HEADINGS, 'Προμηθευτής', 'ΑΦΜ', 'Αρ. τιμολογίου', 'Ημ/νία']
    const of = ['Κηροποιία', '094014201', 'Τ-7', '02/11/2026']
    expect(documentOf(rows(headings, [...candle, ...of], [...candle, '', '', 'Τ-7', '']))).toMatchObject(whole)
  })

  test.each([
    ['two numbers', 'Αρ. τιμολογίου', 'Τ-7', 'Τ-8', [['several-documents', 3]]],
    ['two providers', 'ΑΦΜ', '094014201', '094019245', [['differs', 3]]],
    ['no day', 'Ημ/νία', '31/02/2026', '', [['element-day', undefined]]],
    ['a foreign currency', 'Νόμισμα', 'USD', 'USD', [['currency', undefined]]],
    ['euros', 'Νόμισμα', 'EUR', 'EUR', []],
  ])('is refused for %s, unless the currency is the euro', (_, heading, first, second, expected) => {
    expect(problemsOf(rows([...HEADINGS, heading], [...candle, first], [...candle, second]))).toEqual(expected)
  })
})
