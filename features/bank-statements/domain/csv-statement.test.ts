import { describe, expect, test } from 'vitest'
import { areEnough, MOST_COLUMNS, MOST_STATEMENT_LINES } from './bank-line.ts'
import { type Layout, ratedRows, readCsvStatement } from './csv-statement.ts'

describe('a CSV file of a bank', () => {
  const rows = (...cells: string[][]) => cells.map((one, at) => ({ line: at + 1, cells: one }))
  const table = (...cells: string[][]) => rows(['Date', 'Amount', 'IBAN', 'Details'], ...cells)

  test.each([
    ['a day and an amount', ['day', 'amount'], true],
    ['a day, credit and debit', ['day', 'credit', 'debit'], true],
    ['a day without an amount', ['day', 'text'], false],
    ['an amount without a day', ['amount', 'text'], false],
    ['only the credit', ['day', 'credit'], false],
    ['only the debit', ['day', 'debit'], false],
    ['the day twice', ['day', 'day', 'amount'], false],
    ['unknown columns twice', ['day', null, null, 'amount'], true],
  ] as const)('with the columns of %s can be read: %s', (_what, columns, enough) => {
    expect(areEnough(columns)).toBe(enough)
  })

  test('asks for the columns of the first of the widest rows, and shows three of the rows behind it', () => {
    const unknown = rows(
      ['Account'],
      ['α', 'β', 'γ'],
      ['1', '2', '3'],
      ['4', '5', '6'],
      ['7', '8', '9'],
      ['10', '11', '12'],
      ['13', '14', '15'],
    )
    expect(readCsvStatement(unknown, null).problem).toEqual({
      code: 'columns',
      details: {
        line: 2,
        headings: ['α', 'β', 'γ'],
        columns: [null, null, null],
        examples: [
          ['1', '2', '3'],
          ['4', '5', '6'],
          ['7', '8', '9'],
        ],
      },
    })
  })

  test('has at most so many columns and lines, and its headings in the first 21 rows', () => {
    const wide = (width: number) =>
      readCsvStatement(rows(Array.from({ length: width }, (_, at) => `α${at}`)), null).problem?.code
    expect([wide(MOST_COLUMNS), wide(MOST_COLUMNS + 1)]).toEqual(['columns', 'too-many-columns'])
    const long = (length: number) =>
      readCsvStatement(table(...Array.from({ length }, () => ['2026-11-01', '1,00'])), null)
    expect(long(MOST_STATEMENT_LINES).statement?.lines).toHaveLength(MOST_STATEMENT_LINES)
    expect(long(MOST_STATEMENT_LINES + 1).problem?.code).toBe('too-many')
    const below = (above: number) =>
      readCsvStatement(
        rows(...Array.from({ length: above }, () => ['α']), ['Date', 'Amount'], ['2026-11-01', '1,00']),
        null,
      )
    const widest = rows(...Array.from({ length: 20 }, () => ['α']), ['α', 'β'], ['α', 'β', 'γ'])
    expect(readCsvStatement(widest, null).problem).toMatchObject({ code: 'columns', details: { line: 21 } })
    expect([below(20), below(21)].map(({ problem }) => problem?.code)).toEqual([undefined, 'columns'])
  })

  test('has the headings in the row that knows the most of them, and the first of several such rows', () => {
    const read = readCsvStatement(
      rows(['Date', 'α'], ['Date', 'Amount'], ['Date', 'Debit'], ['2026-11-01', '1,00']),
      null,
    )
    expect(read.problem).toMatchObject({ code: 'day', details: { line: 3, text: 'Date' } })
  })

  test('is read as a person said of the line of its headings, or of earlier files with the same headings', () => {
    const file = rows(['α', 'β'], ['Ημέρα κίνησης', 'Ποσόν (€)'], ['2026-11-01', '3,00'])
    const columns = ['day', 'amount'] as const
    const amounts = (layout: Layout) => readCsvStatement(file, layout).statement?.lines.map(({ amount }) => amount)
    expect(amounts({ columns, line: 2 })).toEqual([3_00])
    expect(amounts({ columns, headings: ['ΗΜΕΡΑ ΚΙΝΗΣΗΣ', 'Ποσόν'] })).toEqual([3_00])
    expect(readCsvStatement(file, { columns, line: 2 }).statement?.headings).toEqual(['Ημέρα κίνησης', 'Ποσόν (€)'])
    expect(amounts({ columns, headings: ['Ημέρα κίνησης', 'Άλλο'] })).toBeUndefined()
    expect(amounts({ columns: ['day', 'amount', 'text'], line: 2 })).toBeUndefined()
    expect(amounts({ columns: ['day', 'amount', null], headings: ['Ημέρα κίνησης', 'Ποσόν'] })).toBeUndefined()
  })

  test('is divided at the character with which more headings are known, and then with which the rows are wider', () => {
    const rated = ratedRows(null)
    expect([
      rated(rows(['Date', 'Amount', 'α'])),
      rated(rows(['Date', 'α', 'β'])),
      rated(rows(['α', 'β'])),
      rated([]),
    ]).toEqual([203, 103, 2, 0])
  })

  test.each([
    ['no day', ['', '5,00']],
    ['no amount', ['2026-11-01', '']],
    ['the amount zero', ['2026-11-01', '0,00']],
  ])('skips a row with %s', (_what, row) => {
    expect(readCsvStatement(table(row, ['2026-11-02', '1,00']), null).statement?.lines).toMatchObject([
      { amount: 1_00 },
    ])
  })

  test.each([
    // what is written in the file, beside a row with a decimal comma or without one, and the cents that are read
    ['1.200', '0,50', 1200_00],
    ['-1.200', '0,50', -1200_00],
    ['1.20', '0,50', 1_20],
    ['1.200', '0.50', 1_20],
    ['1,200', '0.50', 1200_00],
    ['1.200 EUR', '0,50 EUR', 1200_00],
    ['1.200-', '0,50', -1200_00],
    ['12,50-', '0,50', -12_50],
    ['€ 7,00', '0,50', 7_00],
    ['1000000000.00', '0.50', 1_000_000_000_00],
    ['1000000000.01', '0.50', null],
  ])('%s beside %s is read as %s cents', (written, other, amount) => {
    const read = readCsvStatement(table(['2026-11-01', written], ['2026-11-01', other]), null)
    expect(read.statement?.lines[0]?.amount ?? read.problem?.code).toBe(amount ?? 'amount')
  })

  test('asks for the decimal sign of 1.500 if neither the amounts nor the columns beside them say it, and is read as a person answers', () => {
    const file = (...cells: string[][]) => rows(['Date', 'Details', 'Amount', 'Balance'], ...cells)
    const unclear = file(['2026-11-01', 'χίλια 12,5', '1.500', ''], ['2026-11-02', 'α', '200', '3.000'])
    expect(readCsvStatement(unclear, null).problem).toEqual({ code: 'sign', details: { line: 2, text: '1.500' } })
    const amounts = (...given: Parameters<typeof readCsvStatement>) =>
      readCsvStatement(...given).statement?.lines.map(({ amount }) => amount)
    expect(amounts(unclear, null, ',')).toEqual([1500_00, 200_00])
    expect(amounts(unclear, null, '.')).toEqual([1_50, 200_00])
    expect(amounts(file(['2026-11-01', 'α', '1.500', '3.000,00']), null)).toEqual([1500_00])
    expect(
      readCsvStatement(table(['2026-11-01', '1.500'], ['2026-11-01', '0,5'], ['2026-11-01', '0.5']), null).problem
        ?.code,
    ).toBe('sign')
  })

  test('counts a debit as money that goes out, whether the bank writes it with a minus or without', () => {
    const read = readCsvStatement(
      rows(
        ['Date', 'Debit', 'Credit'],
        ['2026-11-01', '-3,00', ''],
        ['2026-11-01', '4,00', ''],
        ['2026-11-01', '', '5,00'],
      ),
      null,
    )
    expect(read.statement?.lines.map(({ amount }) => amount)).toEqual([-3_00, -4_00, 5_00])
  })

  test('has credit and debit in two columns, or a sign in its own', () => {
    const two = readCsvStatement(
      rows(
        ['Ημ/νία', 'Αιτιολογία', 'Χρέωση', 'Πίστωση'],
        ['01/11/2026', 'α', '3,00', ''],
        ['02/11/2026', 'β', '', '1.200,50'],
      ),
      null,
    )
    expect(two.statement?.lines.map(({ amount }) => amount)).toEqual([-3_00, 1200_50])
    const sign = readCsvStatement(rows(['Date', 'Amount', 'Sign'], ['2026-11-01', '12.50', 'Χ']), null)
    expect(sign.statement?.lines).toMatchObject([{ day: '2026-11-01', amount: -12_50 }])
  })

  test('names the line of a wrong amount, and refuses what is no line of two decimals', () => {
    expect(readCsvStatement(rows(['Date', 'Amount'], ['2026-11-01', '0,005']), null).problem).toEqual({
      code: 'amount',
      details: { line: 2, text: '0,005' },
    })
  })
})
