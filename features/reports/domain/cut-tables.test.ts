import { expect, test } from 'vitest'
import { cents } from '#kernel/money.ts'
import { commission } from './commission.ts'
import { cutTables } from './cut-tables.ts'
import { MOST_ROWS, type ReportAnswer } from './frame.ts'

const answerOf = (count: number): ReportAnswer => ({
  read: '',
  figures: [{ name: 'sales', cents: cents(1), of: null }],
  tables: {
    customers: Array.from({ length: count }, (_, place) => ({
      key: String(place),
      values: { name: `Π${place}`, amount: 3, commission: place % 2 },
      documents: 0,
      only: null,
      of: { source: 'order' },
    })),
  },
})

test('a long table keeps its first rows, says how many there are, and its sums cover all of them', () => {
  const { tables, cut } = cutTables(commission, answerOf(MOST_ROWS + 200))
  expect(tables['customers']).toHaveLength(MOST_ROWS)
  expect(tables['customers']?.at(-1)?.key).toBe(String(MOST_ROWS - 1))
  expect(cut).toEqual({ customers: { rows: 1_200, sums: { amount: 3_600, commission: 600 } } })
})

test('an answer with short tables stays as it is', () => {
  const answer = answerOf(MOST_ROWS)
  expect(cutTables(commission, answer)).toBe(answer)
})
