import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from '#kernel/fold.ts'
import { type Cents, cents, sumCents } from '#kernel/money.ts'
import { readCsvStatement } from './csv-statement.ts'
import { type Candidate, nameWords, propose } from './proposal.ts'

const of = (id: number, found: Candidate['found'], ...open: number[]): Candidate => ({
  kind: 'customers',
  id,
  name: `Πελάτης ${id}`,
  found,
  documents: open.map((amount, at) => ({ id: 100 * id + at, reference: '', open: cents(amount) })),
})
const line = (amount: number, text = ''): { amount: Cents; text: string } => ({ amount: cents(amount), text })

describe('a proposal', () => {
  test('prefers the documents that the text names over others of the same amount', () => {
    const { proposals, sure } = propose(line(50_00, 'παραγγελία 0102'), [of(1, ['same-name'], 50_00, 20_00, 50_00)])
    expect(proposals[0]?.settles.map(({ id }) => id)).toEqual([102])
    expect(sure).toBe(true)
  })

  test.each([
    ['a part of the only named document', 30_00, '102', ['document'], [[102, 30_00]], true],
    [
      'exactly the named documents',
      70_00,
      '102 και 101',
      ['document', 'amount'],
      [
        [101, 20_00],
        [102, 50_00],
      ],
      true,
    ],
    ['more than the named document', 60_00, '102', [], [[100, 60_00]], false],
    ['a part of two named documents', 30_00, '101, 102', [], [[100, 30_00]], false],
    ['exactly one document without naming it', 20_00, '', ['amount'], [[101, 20_00]], true],
    [
      'exactly the oldest documents',
      110_00,
      '',
      ['oldest'],
      [
        [100, 90_00],
        [101, 20_00],
      ],
      false,
    ],
    [
      'a part of the oldest documents',
      95_00,
      '',
      [],
      [
        [100, 90_00],
        [101, 5_00],
      ],
      false,
    ],
    [
      'exactly all documents',
      160_00,
      '',
      ['balance'],
      [
        [100, 90_00],
        [101, 20_00],
        [102, 50_00],
      ],
      false,
    ],
    [
      'more than all documents',
      200_00,
      '',
      [],
      [
        [100, 90_00],
        [101, 20_00],
        [102, 50_00],
      ],
      false,
    ],
  ])(
    'for a payment of %s says what it settles, why, and whether it is matched',
    (_, amount, text, reasons, settles, matched) => {
      const [proposal] = propose(line(amount, text), [of(1, ['iban'], 90_00, 20_00, 50_00)]).proposals
      expect(proposal?.reasons).toEqual(['iban', ...reasons])
      expect(proposal?.settles.map((one) => [one.id, one.cents])).toEqual(settles)
      expect(proposal?.matched).toBe(matched)
    },
  )

  test('is not sure by the name alone, nor by the amount with a similar name', () => {
    expect(propose(line(50_00), [of(1, ['same-name'], 70_00)]).sure).toBe(false)
    expect(propose(line(50_00), [of(1, ['name'], 50_00)]).sure).toBe(false)
  })

  test('says if the amount is the whole balance, or exactly the oldest documents', () => {
    expect(propose(line(30_00), [of(1, ['iban'], 10_00, 20_00)]).proposals[0]?.reasons).toContain('balance')
    expect(propose(line(30_00), [of(1, ['iban'], 10_00, 20_00, 5_00)]).proposals[0]?.reasons).toContain('oldest')
  })

  test('never settles more than the amount, nor more than a document has open', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500_00 }),
        fc.array(fc.integer({ min: 1, max: 200_00 }), { maxLength: 8 }),
        fc.integer({ min: 98, max: 110 }),
        (amount, open, named) => {
          const candidate = of(1, ['name'], ...open)
          const [proposal] = propose(line(amount, `αρ. ${named}`), [candidate]).proposals
          const settles = proposal?.settles ?? []
          expect(sumCents(settles.map((one) => one.cents))).toBeLessThanOrEqual(amount)
          for (const { id, cents: part } of settles)
            expect(part).toBeLessThanOrEqual(candidate.documents.find((one) => one.id === id)?.open ?? 0)
        },
      ),
    )
  })

  test('searches a name without legal forms and words of banks', () => {
    expect(nameWords(fold('ΕΜΒΑΣΜΑ ΑΠΟ ΞΕΝΟΔΟΧΕΙΟ ΑΚΤΗ Α.Ε. 219'))).toEqual(['ξενοδοχειο', 'ακτη'])
  })
})

describe('a CSV file of a bank', () => {
  const rows = (...cells: string[][]) => cells.map((one, at) => ({ line: at + 1, cells: one }))

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
    expect(readCsvStatement(rows(['Date', 'Amount'], ['2026-11-01', '1,005']), null).problem).toEqual({
      code: 'amount',
      details: { line: 2, text: '1,005' },
    })
  })
})
