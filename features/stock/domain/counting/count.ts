/** The rules of counting: what the entered lines of a product add up to, and what must be answered before booking. */
import { placeOf } from '#features/products/domain/product.ts'
import { addQuantity, type Quantity, subtractQuantity, ZERO_QUANTITY } from '#kernel/money.ts'

/** A count by shelf or category lists what should lie there; a count by scan contains what is scanned. */
export const COUNT_KINDS = ['SHELF', 'CATEGORY', 'SCAN'] as const
export type CountKind = (typeof COUNT_KINDS)[number]

export const COUNT_STATUSES = ['OPEN', 'BOOKED', 'DROPPED'] as const
export type CountStatus = (typeof COUNT_STATUSES)[number]

/** Returns the shelf of a count with its part of the store and its floor, or the category. */
export const placeOfCount = ({ place, storePart, storeFloor }: CountPlace): string =>
  placeOf({ storePart: storePart ?? '', storeFloor: storeFloor ?? '', shelf: place }).join(' · ')

/** Where a count takes place: the shelf or category, and where the shelf is; null for the shelves of that name everywhere. */
export type CountPlace = {
  readonly place: string
  readonly storePart: string | null
  readonly storeFloor: string | null
}

/** Whether a line is the first of its product, adds to the others, or replaces them. */
export const LINE_WAYS = ['FIRST', 'ADD', 'REPLACE'] as const
export type LineWay = (typeof LINE_WAYS)[number]

export type CountLine = {
  /** Made by the device. */
  readonly id: string
  readonly productId: number
  readonly quantity: Quantity
  /** The moment of the last piece, by the clock of the server. */
  readonly countedAt: string
  /** The moment of the first piece. A line that is scanned piece by piece takes a while. */
  readonly firstAt: string
  readonly way: LineWay
  readonly person: string
  /** When somebody asked to count the product again, as long as no line answers it; otherwise null. */
  readonly recountAt: string | null
}

/** A line as a device enters it. Without a quantity it removes the line. */
export type EnteredLine = Omit<CountLine, 'quantity' | 'recountAt' | 'firstAt'> & { readonly quantity: Quantity | null }

/**
 * Returns the lines after one more is entered. A line with a known id takes its place. A line that replaces removes the other
 * lines of its product that were counted before its first piece. It answers a request to count again only if that piece was counted
 * after the request. The device and the command `stock.enter-line` both enter lines so.
 */
export function withLine(lines: readonly CountLine[], entered: EnteredLine): CountLine[] {
  const { id, productId, quantity, countedAt, way } = entered
  const before = lines.find((line) => line.id === id)
  const firstAt = before !== undefined && before.firstAt < countedAt ? before.firstAt : countedAt
  const isReplaced = (line: CountLine): boolean =>
    way === 'REPLACE' && quantity !== null && line.productId === productId && line.countedAt <= firstAt
  const others = lines.filter((line) => line.id !== id && !isReplaced(line))
  if (quantity === null) return others
  const unanswered = lines.flatMap((line) =>
    line.id !== id && isReplaced(line) && line.recountAt !== null && line.recountAt > firstAt ? [line.recountAt] : [],
  )
  const recountAt = unanswered.toSorted().at(-1) ?? before?.recountAt ?? null
  return [...others, { ...entered, quantity, firstAt, recountAt }]
}

/** Returns the lines of an earlier answer with those that changed since, without those that are gone, in the order of counting. */
export function withChanges<L extends CountLine>(
  lines: readonly L[],
  { changed, gone }: { readonly changed: readonly L[]; readonly gone: readonly string[] },
): L[] {
  const other = new Set([...changed.map(({ id }) => id), ...gone])
  return [...lines.filter(({ id }) => !other.has(id)), ...changed].toSorted((a, b) =>
    a.countedAt === b.countedAt ? (a.id < b.id ? -1 : 1) : a.countedAt < b.countedAt ? -1 : 1,
  )
}

/**
 * What stops the booking of a product: two people counted it without knowing of each other, somebody asked to count it again,
 * goods moved while it was counted, so that no moment fits, or the stock was set after it was counted, perhaps by a person
 * who had found the same difference.
 */
export const COUNT_QUESTIONS = ['TWICE', 'RECOUNT', 'MOVED', 'CORRECTED'] as const
export type CountQuestion = (typeof COUNT_QUESTIONS)[number]

export type CountedProduct = {
  readonly productId: number
  readonly quantity: Quantity
  /** The moments of the first and the last piece. */
  readonly first: string
  readonly last: string
  /** What the lines alone ask. */
  readonly question: 'TWICE' | 'RECOUNT' | null
}

/** What the ledger says of a counted product: whether goods moved while it was counted, and whether its stock was set after that. */
export type LedgerSince = { readonly moved: boolean; readonly corrected: boolean }

/**
 * Returns what must be answered before a product is booked. A stock that was set makes every figure doubtful, so it is asked
 * before the lines; a choice between lines may settle a movement between them, so it is asked before that.
 */
export const openQuestion = ({ question }: CountedProduct, { moved, corrected }: LedgerSince): CountQuestion | null =>
  question === 'RECOUNT' ? question : corrected ? 'CORRECTED' : (question ?? (moved ? 'MOVED' : null))

/** Returns what was counted of each product, in the order of the first lines. */
export function countedProducts(lines: readonly CountLine[]): CountedProduct[] {
  const byProduct = new Map<number, CountLine[]>()
  for (const line of lines) {
    const known = byProduct.get(line.productId)
    if (known) known.push(line)
    else byProduct.set(line.productId, [line])
  }
  return [...byProduct].map(([productId, own]) => {
    const starts = own.map(({ firstAt }) => firstAt).toSorted()
    const ends = own.map(({ countedAt }) => countedAt).toSorted()
    const isTwice = own.filter(({ way }) => way !== 'ADD').length > 1
    return {
      productId,
      quantity: own.reduce((sum, line) => addQuantity(sum, line.quantity), ZERO_QUANTITY),
      first: starts[0] ?? '',
      last: ends.at(-1) ?? '',
      question: own.some(({ recountAt }) => recountAt !== null) ? 'RECOUNT' : isTwice ? 'TWICE' : null,
    }
  })
}

/** Returns by how much the counted quantity differs from the stock at the moment of counting. */
export const countDifference = (counted: Quantity, expected: Quantity): Quantity => subtractQuantity(counted, expected)
