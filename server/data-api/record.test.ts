import { describe, expect, test } from 'vitest'
import { boolean, day, decimal, type Field, integer, json, moment, text, wallClock } from './fields.ts'
import { readRecord } from './record.ts'
import { papers } from '#testing/data-api-tables.ts'
import { readRecordValue } from './values.ts'

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

// biome-ignore format: one case a line
const READS: readonly (readonly [Field, unknown, unknown])[] = [
  [integer('x'), 5, 5], [integer('x'), '005', 5], [integer('x'), '-3', -3], [integer('x'), null, null], [integer('x'), '', null],
  [decimal('x', 2), 12.5, 1250], [decimal('x', 2), '12,5', 1250], [decimal('x', 2), '1.234,50', 123450], [decimal('x', 2), '0', 0],
  [decimal('x', 2), 0.1 + 0.2, 30], [decimal('x', 2), -0.29, -29], [decimal('x', 4), 1.005, 10050], [decimal('x', 2), -0, 0],
  [text('x'), 'a', 'a'], [text('x'), 5, '5'], [text('x'), '', ''], [text('x', { aliases: { OLD: 'NEW' } }), 'OLD', 'NEW'],
  [boolean('x'), true, true], [boolean('x'), 'FALSE', false], [boolean('x'), 1, true], [boolean('x'), 0, false],
  [day('x'), '2026-02-28', '2026-02-28'], [day('x'), '2026-02-28T23:00:00Z', '2026-03-01'],
  [wallClock('x'), '2026-11-20', '2026-11-20 00:00:00'], [wallClock('x'), '2026-11-20 10:30', '2026-11-20 10:30:00'],
  [wallClock('x'), '2026-11-20T10:30:00Z', '2026-11-20 12:30:00'], [wallClock('x'), '2026-07-20T10:30:00.000Z', '2026-07-20 13:30:00'],
  [moment('x'), '2026-11-20 10:30:00', '2026-11-20T08:30:00.000Z'], [moment('x'), '2026-07-20 10:30:00', '2026-07-20T07:30:00.000Z'],
  [moment('x'), '2026-11-20T10:30:00+02:00', '2026-11-20T08:30:00.000Z'], [moment('x'), '2026-11-20', '2026-11-19T22:00:00.000Z'],
  [json('x'), [1, { a: null }], [1, { a: null }]], [json('x'), '{"a":1}', { a: 1 }], [json('x'), '', null], [json('x'), deep(50), JSON.parse(deep(50))],
]

// biome-ignore format: one case a line
const REFUSES: readonly (readonly [Field, unknown])[] = [
  [integer('x'), 1.5], [integer('x'), 'a'], [integer('x'), true], [integer('x'), 2 ** 53], [integer('x'), []],
  [decimal('x', 2), 1.005], [decimal('x', 2), '1.005'], [decimal('x', 2), 'x'], [decimal('x', 2), 1e300], [decimal('x', 2), {}],
  [text('x'), {}], [text('x'), '\ud800'], [text('x', { max: 2 }), 'abc'],
  [boolean('x'), 'maybe'], [boolean('x'), 2],
  [day('x'), '2026-02-30'], [day('x'), '0001-01-01'], [day('x'), 20261120], [wallClock('x'), '10:30'], [moment('x'), 'now'],
  [json('x'), '{'], [json('x'), deep(51)], [json('x'), { a: '\u0000' }], [json('x'), { '\ud800': 1 }],
]

describe('a value of a record', () => {
  test.each(READS)('%j is read: %j', (field, given, expected) => {
    expect(readRecordValue('x', field, given)).toEqual(expected)
  })
  test.each(REFUSES)('%j refuses %j', (field, given) => {
    expect(() => readRecordValue('x', field, given)).toThrow("Field 'x'")
  })
})

describe('a record', () => {
  const fields = new Map(Object.entries(papers.fields))
  test('contains what was sent, without computed fields, unknown fields and the id', () => {
    const sent = { ID: 7, Note: 'n', total: 1, totals: 'no JSON', made: 'never', x: 1, constructor: 1 }
    expect(readRecord(papers, fields, sent)).toEqual({ note: 'n' })
  })
  test('with computed fields only is accepted', () => {
    expect(readRecord(papers, fields, { total: 1 })).toEqual({})
  })
  test('may not empty a required field', () => {
    expect(() => readRecord(papers, fields, { client_id: null })).toThrow("Required field 'client_id' can not be NULL.")
    expect(readRecord(papers, fields, { note: null })).toEqual({ note: null })
  })
})
