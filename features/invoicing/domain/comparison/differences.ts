/** Compares the documents that the tax office has of the company with those that the company has. It changes nothing on either side. */

/** What identifies a document beside its MARK, and its amounts in cents. */
type Content = {
  readonly type: string
  readonly series: string
  readonly number: string
  /** 'YYYY-MM-DD'. */
  readonly day: string
  readonly net: number
  readonly vat: number
  readonly total: number
}

/** A document or a delivery note of the company that was issued, or may have been. */
export type OwnDocument = Content & {
  readonly orderId: number
  /** Null if the answer of the service is open. */
  readonly mark: string | null
  /** True if a person withdrew it after it was cancelled at the service. */
  readonly withdrawn: boolean
  readonly note: boolean
  /** True if it counts here as refused or not issued. It has no MARK, and the tax office need not have it. */
  readonly failed: boolean
}

export type TheirDocument = Content & {
  readonly mark: string
  readonly cancelled: boolean
}

/** The kinds of differences, those that need a person soonest first. */
export const DIFFERENCES = [
  /** The tax office has it, and no document here has this MARK or number. */
  'missing-here',
  /** It was issued here, and the tax office does not have it. */
  'missing-there',
  /** The tax office has a valid document with the number of another valid one. */
  'twice',
  'amounts',
  /** Cancelled at the tax office, and valid here. */
  'cancelled-there',
  /** Withdrawn here, and valid at the tax office. */
  'cancelled-here',
  /** The document here has no answer yet, and the tax office has issued it. */
  'mark-missing',
  /** The document here counts as refused or not issued, and the tax office has issued it. */
  'failed-here',
] as const
export type DifferenceKind = (typeof DIFFERENCES)[number]

export type Difference<Own extends OwnDocument = OwnDocument> = {
  readonly kind: DifferenceKind
  readonly own: Own | null
  readonly their: TheirDocument | null
}

/** Returns what is the same of a document on both sides, whatever its MARK. Numbers begin anew each year. */
const numberOf = ({ type, series, number, day }: Content): string =>
  [type, series, number.replace(/^0+(?=\d)/, ''), day.slice(0, 4)].join(' ')

/** Returns why two documents with the same MARK differ, or null. */
function differenceOf(own: OwnDocument, their: TheirDocument): DifferenceKind | null {
  if (their.cancelled !== own.withdrawn) return their.cancelled ? 'cancelled-there' : 'cancelled-here'
  return own.net === their.net && own.vat === their.vat && own.total === their.total ? null : 'amounts'
}

/**
 * Returns all differences. A document with a MARK is compared with the one of the same MARK, and one without with the valid one of the same
 * type, series, number and year; one that waits comes before one that was refused. Each document is in one difference at most.
 */
export function findDifferences<Own extends OwnDocument>(
  ours: readonly Own[],
  theirs: readonly TheirDocument[],
): Difference<Own>[] {
  const byMark = new Map(theirs.map((their) => [their.mark, their]))
  const known = new Set(ours.map(({ mark }) => mark))
  const unmarked = ours.filter(({ mark }) => mark === null)
  // of equal numbers the last entry counts
  const open = new Map(
    [...unmarked.filter(({ failed }) => failed), ...unmarked.filter(({ failed }) => !failed)].map((own) => [
      numberOf(own),
      own,
    ]),
  )
  const used = new Set(theirs.filter(({ mark, cancelled }) => known.has(mark) && !cancelled).map(numberOf))
  const ofOurs = ours.flatMap((own): Difference<Own>[] => {
    if (own.mark === null) return []
    const their = byMark.get(own.mark)
    if (!their) return [{ kind: 'missing-there', own, their: null }]
    const kind = differenceOf(own, their)
    return kind === null ? [] : [{ kind, own, their }]
  })
  const ofTheirs = theirs.flatMap((their): Difference<Own>[] => {
    if (known.has(their.mark) || their.cancelled) return []
    const number = numberOf(their)
    if (used.has(number)) return [{ kind: 'twice', own: null, their }]
    used.add(number)
    const own = open.get(number) ?? null
    return [{ kind: own === null ? 'missing-here' : own.failed ? 'failed-here' : 'mark-missing', own, their }]
  })
  const place = ({ kind, own, their }: Difference<Own>) =>
    `${DIFFERENCES.indexOf(kind)} ${(their ?? own)?.day ?? ''} ${their?.mark ?? own?.mark ?? ''}`
  return [...ofOurs, ...ofTheirs].toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
}
