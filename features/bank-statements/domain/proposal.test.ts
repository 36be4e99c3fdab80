import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from '#kernel/fold.ts'
import { type Cents, cents, sumCents } from '#kernel/money.ts'
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
    expect(nameWords(fold('Η ΔΕΗ ΤΗΣ Β. ΠΟΛΗΣ'))).toEqual(['δεη', 'τησ', 'πολησ'])
  })
})

describe('what a payment settles', () => {
  const document = (id: number, reference: string, open: number) => ({ id, reference, open: cents(open) })
  const three = [document(101, '', 50_00), document(102, '', 20_00), document(103, '', 30_00)]
  const provider: Candidate = {
    kind: 'providers',
    id: 2,
    name: 'Κηροποιία',
    found: ['iban'],
    documents: [document(7, 'Α 0000451', 40_00), document(8, 'Α 452', 60_00)],
  }
  const customer: Candidate = { ...of(1, ['iban']), documents: three }

  test.each([
    [
      'several documents that the text names',
      customer,
      line(50_00, 'παρ. 102 και 103'),
      ['document', 'amount'],
      [102, 103],
      true,
    ],
    ['a part of the document that the text names', customer, line(12_00, 'παρ. 102'), ['document'], [102], true],
    [
      'the document of the same amount, which need not be the oldest',
      customer,
      line(30_00, 'έναντι'),
      ['amount'],
      [103],
      true,
    ],
    ['all documents, if the amount is the whole balance', customer, line(100_00), ['balance'], [101, 102, 103], false],
    ['exactly the oldest documents', customer, line(70_00), ['oldest'], [101, 102], false],
    ['the oldest documents and a part of the next', customer, line(60_00), [], [101, 102], false],
    [
      'no document named too small for the amount: then the oldest',
      customer,
      line(60_00, 'παρ. 102'),
      [],
      [101, 102],
      false,
    ],
    ['none, and more than the balance stays on account', customer, line(130_00), [], [101, 102, 103], false],
    ['nothing without open documents', of(1, ['iban']), line(10_00), [], [], false],
    ['nothing if a customer is paid', customer, line(-50_00), [], [], false],
    ['nothing if a provider pays', provider, line(40_00), [], [], false],
    ['nothing with an amount of zero', customer, line(0), [], [], false],
    [
      'a purchase by the number of its document, without the zeros',
      provider,
      line(-40_00, 'ΤΙΜ 451'),
      ['document', 'amount'],
      [7],
      true,
    ],
    ['a part of a purchase', provider, line(-10_00, 'ΤΙΜ 452'), ['document'], [8], true],
  ] as const)('is %s', (_what, candidate, paid, reasons, settled, matched) => {
    const [proposal] = propose(paid, [candidate]).proposals
    expect(proposal).toMatchObject({ reasons: ['iban', ...reasons], matched })
    expect(proposal?.settles.map(({ id }) => id)).toEqual(settled)
  })
})

describe('of several parties', () => {
  test('the ones with the most points come first, the older record before the newer, and at most three', () => {
    const { proposals } = propose(line(50_00), [
      of(9, ['name']),
      of(4, ['iban']),
      of(3, ['iban']),
      of(8, ['same-name']),
    ])
    expect(proposals.map(({ id }) => id)).toEqual([3, 4, 8])
  })

  test.each([
    ['one alone', [of(1, ['iban'], 50_00)], true, true],
    ['one with 15 points more than the next', [of(1, ['same-name'], 50_00), of(2, ['name'], 50_00)], true, true],
    ['one with only 10 points more', [of(1, ['iban'], 50_00), of(2, ['same-name'], 50_00)], false, false],
    ['one below 80 points', [of(1, ['name'], 50_00)], true, false],
    ['one of whose documents a part is paid', [of(1, ['iban'], 90_00)], true, false],
    ['one whose documents differ from the amount', [of(1, ['iban', 'same-name'], 70_00)], true, false],
    ['one whose oldest documents are the amount', [of(1, ['iban'], 50_00, 70_00, 20_00)], true, true],
    ['one whose balance is the amount', [of(1, ['iban'], 20_00, 30_00)], true, true],
    ['none', [], false, false],
  ] as const)('%s is chosen and sure only with a clear lead and a fitting amount', (what, candidates, chosen, sure) => {
    const text = what === 'one of whose documents a part is paid' ? 'παρ. 100' : ''
    expect(propose(line(50_00, text), candidates)).toMatchObject({ chosen, sure })
  })
})
