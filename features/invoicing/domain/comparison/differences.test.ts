import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DIFFERENCES,
  type DifferenceKind,
  findDifferences,
  type OwnDocument,
  type TheirDocument,
} from './differences.ts'

/** What happened to a document on one of the two sides. */
const LOSSES = [
  'none',
  'cancelled-on-both',
  'unsent',
  'refused',
  'lost-and-cancelled',
  'missing-here',
  'missing-there',
] as const
const CHANGES = ['twice', 'amounts', 'cancelled-there', 'cancelled-here', 'mark-missing', 'failed-here'] as const
/** The fates of a document that has no MARK here. */
const UNMARKED: readonly string[] = ['unsent', 'refused', 'mark-missing', 'failed-here']

const anyFate = fc.constantFrom(...LOSSES, ...CHANGES)
const anyDocument = fc.record({
  fate: anyFate,
  type: fc.constantFrom('1.1', '5.1', '9.3', '11.1'),
  day: fc.constantFrom('2025-12-31', '2026-01-01', '2026-11-20'),
  net: fc.integer({ min: 0, max: 100_000 }),
  off: fc.constantFrom('net', 'vat', 'total'),
})

test('random losses and changes on either side are all found, and nothing else is', () => {
  fc.assert(
    fc.property(fc.array(anyDocument, { maxLength: 40 }), fc.boolean(), (documents, backwards) => {
      const ours: OwnDocument[] = []
      const theirs: TheirDocument[] = []
      const wanted: string[] = []
      documents.forEach(({ fate, type, day, net, off }, at) => {
        const content = { type, series: 'ΤΠ', number: String(at + 1), day, net, vat: net, total: 2 * net }
        const mark = String(400_001_000_000_000 + 2 * at)
        const failed = fate === 'refused' || fate === 'failed-here'
        const own = { ...content, orderId: at, mark, withdrawn: false, note: type === '9.3', failed }
        const their = { ...content, mark, cancelled: false }
        const withdrawn = fate === 'cancelled-on-both' || fate === 'cancelled-here'
        const cancelled = ['cancelled-on-both', 'cancelled-there', 'lost-and-cancelled'].includes(fate)
        if (fate !== 'missing-here' && fate !== 'lost-and-cancelled')
          ours.push({ ...own, withdrawn, mark: UNMARKED.includes(fate) ? null : mark })
        if (fate !== 'missing-there' && fate !== 'unsent' && fate !== 'refused')
          theirs.push({ ...their, cancelled, ...(fate === 'amounts' ? { [off]: content[off] + 1 } : {}) })
        if (fate === 'twice') theirs.push({ ...their, mark: String(Number(mark) + 1) })
        const isDifference = ['missing-here', 'missing-there', ...CHANGES].includes(fate)
        if (isDifference) wanted.push(`${fate} ${at}`)
      })
      const found = findDifferences(backwards ? ours.toReversed() : ours, backwards ? theirs.toReversed() : theirs)
      const numberOf = (one: { number: string } | null) => Number(one?.number) - 1
      expect(found.map(({ kind, own, their }) => `${kind} ${numberOf(their ?? own)}`).toSorted()).toEqual(
        wanted.toSorted(),
      )
    }),
  )
})

const own: OwnDocument = {
  orderId: 1,
  mark: null,
  type: '1.1',
  series: 'ΤΠ',
  number: '7',
  day: '2026-01-02',
  net: 100,
  vat: 24,
  total: 124,
  withdrawn: false,
  note: false,
  failed: false,
}
const their: TheirDocument = { ...own, mark: '400001000000001', number: '007', cancelled: false }

test('a document without an answer is found by its number in its year, and a second one there is twice', () => {
  const kinds = (theirs: TheirDocument[]): DifferenceKind[] => findDifferences([own], theirs).map(({ kind }) => kind)
  expect(kinds([their])).toEqual(['mark-missing'])
  expect(kinds([{ ...their, day: '2025-01-02' }])).toEqual(['missing-here'])
  expect(kinds([their, { ...their, mark: '400001000000002' }])).toEqual(['twice', 'mark-missing'])
  expect(kinds([{ ...their, cancelled: true }])).toEqual([])
})

test('of two documents here with the same number, the one that waits for its answer gets the MARK', () => {
  const refused = { ...own, orderId: 2, failed: true }
  for (const ours of [
    [own, refused],
    [refused, own],
  ])
    expect(findDifferences(ours, [their])).toEqual([{ kind: 'mark-missing', own, their }])
})

test('differences are listed by their kind, then by day and MARK', () => {
  const there = (mark: string, number: string, day: string): TheirDocument => ({ ...their, mark, number, day })
  const here = (mark: string, number: string, day: string): OwnDocument => ({ ...own, mark, number, day })
  const found = findDifferences(
    [here('400001000000009', '90', '2026-02-01'), here('400001000000008', '91', '2026-02-01')],
    [
      there('400001000000003', '3', '2026-03-02'),
      there('400001000000002', '2', '2026-03-02'),
      there('400001000000004', '4', '2026-03-01'),
      { ...there('400001000000005', '90', '2026-01-01'), cancelled: true },
    ],
  )
  expect(found.map(({ kind, own: ours, their: theirs }) => `${kind} ${(theirs ?? ours)?.mark?.at(-1)}`)).toEqual(
    DIFFERENCES.flatMap((kind) =>
      (kind === 'missing-here' ? ['4', '2', '3'] : kind === 'missing-there' ? ['8', '9'] : []).map(
        (mark) => `${kind} ${mark}`,
      ),
    ),
  )
})
