import { describe, expect, test } from 'vitest'
import { areEnough, MOST_COLUMNS, MOST_STATEMENT_LINES } from './bank-line.ts'
import { type Layout, ratedRows, readTable } from './table-statement.ts'

const readCsv = readTable.bind(null, 'csv')

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
    expect(readCsv(unknown, null).problem).toEqual({
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
      readCsv(rows(Array.from({ length: width }, (_, at) => `α${at}`)), null).problem?.code
    expect([wide(MOST_COLUMNS), wide(MOST_COLUMNS + 1)]).toEqual(['columns', 'too-many-columns'])
    const long = (length: number) => readCsv(table(...Array.from({ length }, () => ['2026-11-01', '1,00'])), null)
    expect(long(MOST_STATEMENT_LINES).statement?.lines).toHaveLength(MOST_STATEMENT_LINES)
    expect(long(MOST_STATEMENT_LINES + 1).problem?.code).toBe('too-many')
    const below = (above: number) =>
      readCsv(rows(...Array.from({ length: above }, () => ['α']), ['Date', 'Amount'], ['2026-11-01', '1,00']), null)
    const widest = rows(...Array.from({ length: 20 }, () => ['α']), ['α', 'β'], ['α', 'β', 'γ'])
    expect(readCsv(widest, null).problem).toMatchObject({ code: 'columns', details: { line: 21 } })
    expect([below(20), below(21)].map(({ problem }) => problem?.code)).toEqual([undefined, 'columns'])
  })

  test('has the headings in the row that knows the most of them, and the first of several such rows', () => {
    const read = readCsv(rows(['Date', 'α'], ['Date', 'Amount'], ['Date', 'Debit'], ['2026-11-01', '1,00']), null)
    expect(read.problem).toMatchObject({ code: 'day', details: { line: 3, text: 'Date' } })
  })

  test('is read as a person said of the line of its headings, or of earlier files with the same headings', () => {
    const file = rows(['α', 'β'], ['Ημέρα κίνησης', 'Ποσόν (€)'], ['2026-11-01', '3,00'])
    const columns = ['day', 'amount'] as const
    const amounts = (layout: Layout) => readCsv(file, layout).statement?.lines.map(({ amount }) => amount)
    expect(amounts({ columns, line: 2 })).toEqual([3_00])
    expect(amounts({ columns, headings: ['ΗΜΕΡΑ ΚΙΝΗΣΗΣ', 'Ποσόν'] })).toEqual([3_00])
    expect(readCsv(file, { columns, line: 2 }).statement?.headings).toEqual(['Ημέρα κίνησης', 'Ποσόν (€)'])
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
    expect(readCsv(table(row, ['2026-11-02', '1,00']), null).statement?.lines).toMatchObject([{ amount: 1_00 }])
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
    const read = readCsv(table(['2026-11-01', written], ['2026-11-01', other]), null)
    expect(read.statement?.lines[0]?.amount ?? read.problem?.code).toBe(amount ?? 'amount')
  })

  test('asks for the decimal sign of 1.500 if neither the amounts nor the columns beside them say it, and is read as a person answers', () => {
    const file = (...cells: string[][]) => rows(['Date', 'Details', 'Amount', 'Balance'], ...cells)
    const unclear = file(['2026-11-01', 'χίλια 12,5', '1.500', ''], ['2026-11-02', 'α', '200', '3.000'])
    expect(readCsv(unclear, null).problem).toEqual({ code: 'sign', details: { line: 2, text: '1.500' } })
    const amounts = (...given: Parameters<typeof readCsv>) =>
      readCsv(...given).statement?.lines.map(({ amount }) => amount)
    expect(amounts(unclear, null, ',')).toEqual([1500_00, 200_00])
    expect(amounts(unclear, null, '.')).toEqual([1_50, 200_00])
    expect(amounts(file(['2026-11-01', 'α', '1.500', '3.000,00']), null)).toEqual([1500_00])
    expect(
      readCsv(table(['2026-11-01', '1.500'], ['2026-11-01', '0,5'], ['2026-11-01', '0.5']), null).problem?.code,
    ).toBe('sign')
  })

  test.each([
    ['a row of totals below the movements', ['Σύνολο', '', '0,00', '12,50'], 'Σύνολο'],
    ['a row of totals behind an empty cell', ['', 'Γενικό σύνολο:', '', '12,50'], 'Γενικό σύνολο:'],
    ['a row with an amount and without a day', ['', 'Μεταφορά', '', '99,00'], 'Μεταφορά'],
  ])('leaves out %s, and names it', (_, row, text) => {
    const heads = ['Ημερομηνία', 'Αιτιολογία', 'Χρέωση', 'Πίστωση']
    const { statement } = readCsv(rows(heads, ['05/11/2026', 'Κατάθεση', '', '12,50'], row), null)
    expect([statement?.lines.map(({ amount }) => amount), statement?.leftOut]).toEqual([[12_50], [{ line: 3, text }]])
  })

  test('has a movement whose text is the word of a row of totals, if it has a day', () => {
    const named = rows(['Details', 'Date', 'Amount'], ['Total', '2026-11-01', '5,00'], ['Shop', '2026-11-02', '6,00'])
    expect(readCsv(named, null).statement).toMatchObject({ lines: [{ amount: 5_00 }, { amount: 6_00 }], leftOut: [] })
  })

  test('counts a debit as money that goes out, whether the bank writes it with a minus or without', () => {
    const read = readCsv(
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
    const two = readCsv(
      rows(
        ['Ημ/νία', 'Αιτιολογία', 'Χρέωση', 'Πίστωση'],
        ['01/11/2026', 'α', '3,00', ''],
        ['02/11/2026', 'β', '', '1.200,50'],
      ),
      null,
    )
    expect(two.statement?.lines.map(({ amount }) => amount)).toEqual([-3_00, 1200_50])
    const sign = readCsv(rows(['Date', 'Amount', 'Sign'], ['2026-11-01', '12.50', 'Χ']), null)
    expect(sign.statement?.lines).toMatchObject([{ day: '2026-11-01', amount: -12_50 }])
  })

  test('names the line of a wrong amount, and refuses what is no line of two decimals', () => {
    expect(readCsv(rows(['Date', 'Amount'], ['2026-11-01', '0,005']), null).problem).toEqual({
      code: 'amount',
      details: { line: 2, text: '0,005' },
    })
  })
})

describe('an Excel file of a bank', () => {
  const read = (...cells: (string | number)[][]) =>
    readTable(
      'excel',
      [['Date', 'Amount', 'Balance'], ...cells].map((one, at) => ({ line: at + 1, cells: one })),
      null,
    )

  test('has numbers with one reading, also beside texts with two', () => {
    const { statement } = read(
      ['2026-11-01', 1500.5, 12.345],
      ['2026-11-02', -0.1, ''],
      ['2026-11-03', 1500, ''],
      ['2026-11-04', '1.500', '3.000,00'],
    )
    expect([statement?.form, statement?.lines.map(({ amount }) => amount)]).toEqual([
      'excel',
      [1500_50, -10, 1500_00, 1500_00],
    ])
    expect(read(['2026-11-01', '1.500', 12.5]).problem?.code).toBe('sign')
    expect(read(['2026-11-01', 1.125, '']).problem).toEqual({ code: 'amount', details: { line: 2, text: '1.125' } })
  })
})
