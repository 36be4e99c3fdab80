/** The state of the matching of one payment on the page: the order of its documents, and what a person typed. */
import { type Cents, ZERO_CENTS } from '#kernel/money.ts'
import { exactFor, freeFor, proposalFor, unmatchedOf } from '../../domain/matching.ts'
import type { MatchDocument } from '../../domain/matching-contract.ts'

export type MatchDraft = {
  /** Documents that a person moved, first ones first. Others follow in the order of their days. */
  readonly order: readonly number[]
  /** Documents that a person has moved themselves. They may take what other payments settle by the order of the days. */
  readonly moved: readonly number[]
  /** What was typed in a cell; null for a cell that was emptied. */
  readonly typed: ReadonlyMap<number, Cents | null>
}

/** The draft in which the oldest documents come first. */
export const NO_DRAFT: MatchDraft = { order: [], moved: [], typed: new Map() }

/** Returns the draft that shows what a person matched before, or else the document of exactly this amount, or else the oldest ones. */
export function draftOf(amount: Cents, documents: readonly MatchDocument[]): MatchDraft {
  const matched = documents.filter(({ byHand }) => byHand)
  if (matched.length > 0) return { ...NO_DRAFT, typed: new Map(matched.map(({ id, cents }) => [id, cents])) }
  const exact = exactFor(amount, documents)
  return exact === null ? NO_DRAFT : { ...NO_DRAFT, typed: new Map([[exact.id, amount]]) }
}

/** Returns the documents in the order of the draft. */
function ordered(documents: readonly MatchDocument[], { order }: MatchDraft): readonly MatchDocument[] {
  const placed = order.flatMap((id) => documents.find((one) => one.id === id) ?? [])
  return [...placed, ...documents.filter(({ id }) => !order.includes(id))]
}

export type Row = MatchDocument & {
  /** What the payment settles by the draft. */
  readonly part: Cents
  /** What the cell shows; null for a cell that was emptied. */
  readonly shown: Cents | null
  /** True if more was typed than the document has open. */
  readonly isOver: boolean
}

/** Returns the rows with what the payment settles of each, and what of the payment is left. */
export function rowsOf(
  amount: Cents,
  documents: readonly MatchDocument[],
  draft: MatchDraft,
): { rows: readonly Row[]; unmatched: Cents } {
  const sorted = ordered(documents, draft)
  const typed = new Map([...draft.typed].map(([id, cents]) => [id, cents ?? ZERO_CENTS]))
  const wanted = sorted.map((document) => ({
    id: document.id,
    most: draft.moved.includes(document.id) ? document.most : freeFor(document),
  }))
  const parts = proposalFor(amount, wanted, typed)
  const rows = sorted.map((document): Row => {
    const part = parts.get(document.id) ?? ZERO_CENTS
    const own = draft.typed.get(document.id)
    return { ...document, part, shown: own === undefined ? part : own, isOver: part > document.most }
  })
  return { rows, unmatched: unmatchedOf(amount, new Map(rows.map(({ id, part }) => [id, part]))) }
}

/** Returns the draft with a document moved to a place among the shown rows. */
export function movedTo(
  draft: MatchDraft,
  rows: readonly { readonly id: number }[],
  id: number,
  place: number,
): MatchDraft {
  const ids = rows.map((row) => row.id).filter((one) => one !== id)
  const at = Math.max(0, Math.min(place, ids.length))
  return { ...draft, order: [...ids.slice(0, at), id, ...ids.slice(at)], moved: [...draft.moved, id] }
}

/** Returns the draft with what a person typed in a cell. */
export const typedIn = (draft: MatchDraft, id: number, cents: Cents | null): MatchDraft => ({
  ...draft,
  typed: new Map([...draft.typed, [id, cents]]),
})
