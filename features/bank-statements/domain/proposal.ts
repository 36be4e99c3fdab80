/** Proposes whose payment a line of a bank statement is, which documents it settles, and says why. */
import { type Cents, smallerCents, subtractCents, sumCents, ZERO_CENTS } from '#kernel/money.ts'

/** Why a party is proposed. The first four find the party; the others compare the line with what the party owes. */
export const REASONS = ['iban', 'vat', 'same-name', 'name', 'document', 'amount', 'balance', 'oldest'] as const
export type Reason = (typeof REASONS)[number]

const POINTS: Readonly<Record<Reason, number>> = {
  iban: 55,
  vat: 55,
  'same-name': 45,
  name: 30,
  document: 25,
  amount: 40,
  balance: 40,
  oldest: 30,
}

/** From this score on a proposal can be accepted together with others. */
const SURE = 80
/** A proposal is chosen only if the next one has so many points less. */
const LEAD = 15
/** A line shows so many proposals. */
const MOST_PROPOSED = 3

export type OpenDocument = { readonly id: number; readonly reference: string; readonly open: Cents }

export type Candidate = {
  readonly kind: 'customers' | 'providers'
  readonly id: number
  readonly name: string
  /** How the party was found. */
  readonly found: readonly Reason[]
  /** The documents of the party that are open, oldest first. */
  readonly documents: readonly OpenDocument[]
}

export type Settled = { readonly id: number; readonly reference: string; readonly cents: Cents }

export type Proposal = {
  readonly kind: Candidate['kind']
  readonly id: number
  readonly name: string
  readonly score: number
  readonly reasons: readonly Reason[]
  /** The documents that the payment settles. */
  readonly settles: readonly Settled[]
  /** True if these documents are matched; false if the order of the days decides, as for every payment. */
  readonly matched: boolean
}

export type Proposed = {
  /** The best proposal first. */
  readonly proposals: readonly Proposal[]
  /** True if the first one has a clear lead, so that the page marks it. */
  readonly chosen: boolean
  /** True if it is so likely that it can be accepted without a look. */
  readonly sure: boolean
}

type Line = { readonly amount: Cents; readonly text: string }

/** Returns the groups of digits of a text, without leading zeros. */
const numbersIn = (text: string): ReadonlySet<string> =>
  new Set((text.match(/\d+/g) ?? []).map((digits) => digits.replace(/^0+(?=\d)/, '')))

/** Returns the last group of digits of a document's number; orders have only their number. */
const numberOf = ({ id, reference }: OpenDocument, kind: Candidate['kind']): string =>
  kind === 'customers' ? String(id) : (reference.match(/\d+/g)?.at(-1) ?? '').replace(/^0+(?=\d)/, '')

type Fit = Pick<Proposal, 'reasons' | 'settles' | 'matched'>

const whole = ({ id, reference, open }: OpenDocument): Settled => ({ id, reference, cents: open })
const openSum = (documents: readonly OpenDocument[]): Cents => sumCents(documents.map(({ open }) => open))

/** Returns what an amount settles if the oldest documents come first. */
function oldestFirst(amount: Cents, documents: readonly OpenDocument[]): Settled[] {
  const settled: Settled[] = []
  let left = amount
  for (const { id, reference, open } of documents) {
    if (left <= 0) break
    const part = smallerCents(left, open)
    left = subtractCents(left, part)
    settled.push({ id, reference, cents: part })
  }
  return settled
}

/** Compares the amount and the text of a line with the open documents of a party. */
function fitOf({ amount, text }: Line, { kind, documents }: Candidate): Fit {
  const size = amount < 0 ? subtractCents(ZERO_CENTS, amount) : amount
  const usual = kind === 'customers' ? amount > 0 : amount < 0
  if (!usual) return { reasons: [], settles: [], matched: false }
  const numbers = numbersIn(text)
  const named = documents.filter((document) => numbers.has(numberOf(document, kind)))
  if (named.length > 0 && openSum(named) === size)
    return { reasons: ['document', 'amount'], settles: named.map(whole), matched: true }
  const [only, second] = named
  if (only && !second && size < only.open)
    return { reasons: ['document'], settles: [{ ...whole(only), cents: size }], matched: true }
  const equal = documents.find(({ open }) => open === size)
  if (equal) return { reasons: ['amount'], settles: [whole(equal)], matched: true }
  const settles = oldestFirst(size, documents)
  if (documents.length > 0 && openSum(documents) === size) return { reasons: ['balance'], settles, matched: false }
  const last = settles.at(-1)
  const isWhole =
    last !== undefined &&
    sumCents(settles.map(({ cents }) => cents)) === size &&
    documents.find(({ id }) => id === last.id)?.open === last.cents
  return { reasons: isWhole ? ['oldest'] : [], settles, matched: false }
}

/** Returns the score of reasons, at most 100. */
const scoreOf = (reasons: readonly Reason[]): number =>
  Math.min(
    100,
    reasons.reduce((sum, reason) => sum + POINTS[reason], 0),
  )

/** Returns what is proposed for a line, from the parties that were found for it. */
export function propose(line: Line, candidates: readonly Candidate[]): Proposed {
  const proposals = candidates
    .map((candidate): Proposal => {
      const fit = fitOf(line, candidate)
      const reasons = [...candidate.found, ...fit.reasons]
      return { kind: candidate.kind, id: candidate.id, name: candidate.name, score: scoreOf(reasons), ...fit, reasons }
    })
    .toSorted((a, b) => b.score - a.score || a.id - b.id)
  const [first, second] = proposals
  const chosen = first !== undefined && first.score - (second?.score ?? 0) >= LEAD
  const fits = first?.reasons.some((reason) => reason === 'amount' || reason === 'balance' || reason === 'oldest')
  return {
    proposals: proposals.slice(0, MOST_PROPOSED),
    chosen,
    sure: chosen && fits === true && first.score >= SURE,
  }
}

/** Words of banks that say nothing about the other side. */
const NOISE = new Set(
  'εμβασμα εμβασματα απο προσ υπερ μεταφορα πληρωμη εισπραξη καταθεση κατ αναληψη web banking ebanking sepa iris order payment transfer from εντολη λογ λογαριασμου αρ τιμ τιμολογιο παραγγελια παρ παραστατικο εξοφληση εναντι'.split(
    ' ',
  ),
)
const LEGAL = new Set('αε εε οε επε ικε αβεε αεβε μον μονοπροσωπη sa ltd gmbh srl oe ee ae epe ike'.split(' '))

/** Returns the words of a name by which the party is searched: without legal forms, digits, and words of banks. */
export function nameWords(folded: string): string[] {
  return folded
    .replace(/(^|\s)(\p{L}\.){2,}(?=\s|$)/gu, ' ')
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length >= 3 && !NOISE.has(word) && !LEGAL.has(word))
    .slice(0, 4)
}
