/** Merges two versions of an order: the changes of this person and those of another. */
import { type DraftLine, EMPTY_DRAFT, followLines, type OrderDraft, toInput } from './order-draft.ts'
import type { Clash, FigureClash } from './clash.ts'
import { lentOf, loansOfBoth, typedLoans } from './loan-merge.ts'
import { named, namedLike } from './row-names.ts'

/** Returns the entered values of a field as text. Figures from the server, such as stock, are left out. */
function meaning(draft: OrderDraft, field: Field): string {
  const said = toInput(draft)
  if (field === 'customer') return String(said.customerId)
  return JSON.stringify(said[field])
}

/** What of a draft is saved. Whether a person chose the address or the delivery is not. */
type Field = Exclude<keyof OrderDraft, 'addressChosen' | 'deliveryFrom'>

const FIELDS = Object.keys(EMPTY_DRAFT) as Field[]

/** Returns the fields in which two drafts differ. */
export const changedFields = (before: OrderDraft, after: OrderDraft): Field[] =>
  FIELDS.filter((field) => meaning(before, field) !== meaning(after, field))

/** A field besides the lines that both people changed, with both values, each as it would be put into the draft. */
export type FieldClash = {
  readonly field: Exclude<Field, 'lines' | 'loans'>
  readonly mine: Partial<OrderDraft>
  readonly theirs: Partial<OrderDraft>
}

/** Reports whether a draft has these values. */
export const isTaken = (draft: OrderDraft, values: Partial<OrderDraft>): boolean =>
  changedFields(draft, { ...draft, ...values }).length === 0

/** What two people changed both, as it is shown to the one who saves later. */
export type Clashes = { readonly clashes: readonly Clash[]; readonly fields: readonly FieldClash[] }

export const NO_CLASHES: Clashes = { clashes: [], fields: [] }

export type Merged = Clashes & { readonly draft: OrderDraft }

/**
 * Merges the person's changes into a version that another person saved. Unchanged fields take the other's value.
 * Products and loans are merged line by line and figure by figure, so that no line is lost. Of fields that both changed,
 * both values are returned. `open` is what the person has been shown of an earlier version: as long as the form differs from
 * it, a third person's save does not take it away.
 */
export function mergeDrafts(
  before: OrderDraft,
  mine: OrderDraft,
  theirs: OrderDraft,
  open: Clashes = NO_CLASHES,
): Merged {
  const touched = changedFields(before, mine).filter((field) => field !== 'lines' && field !== 'loans')
  const differing = new Set(changedFields(mine, theirs))
  const touchedThere = new Set(changedFields(before, theirs))
  const fields = touched.flatMap((field): FieldClash[] =>
    touchedThere.has(field) && differing.has(field)
      ? [{ field, mine: { [field]: mine[field] }, theirs: { [field]: theirs[field] } }]
      : [],
  )
  const clashes: Clash[] = []
  const lines = mergeLines(before, mine, theirs, clashes)
  const loans = loansOfBoth(before, mine, theirs, lines)
  clashes.push(...loans.clashes)
  const draft = {
    ...theirs,
    ...Object.fromEntries(touched.map((field) => [field, mine[field]])),
    lines,
    loans: loans.kept,
  }
  return {
    draft: followLines(draft),
    clashes: [...open.clashes.filter((clash) => isOpen(clash, mine, clashes)), ...clashes],
    fields: [
      ...open.fields.filter(({ field }) => differing.has(field) && !fields.some((one) => one.field === field)),
      ...fields,
    ],
  }
}

/** Reports whether an earlier clash still says something: none of the new ones replaces it, and the values still differ. */
function isOpen(clash: Clash, mine: OrderDraft, replacing: readonly Clash[]): boolean {
  if (replacing.some(({ name, figure }) => name === clash.name && figure === clash.figure)) return false
  const own = mine.lines.filter(({ product }) => product.name === clash.name)
  if (clash.figure === 'removed') return own.length > 0
  const { figure, theirs } = clash
  if (figure === 'lent') return lentOf(mine, clash.name) !== theirs
  return own.some((line) => ownFigure(line, figure) !== theirs)
}

const ownFigure = (line: DraftLine, figure: Exclude<FigureClash['figure'], 'lent'>): FigureClash['theirs'] | null =>
  figure === 'note' ? noteOf(line) : figure === 'price' ? line.salesPrice : line.quantity

export const lineId = (line: DraftLine): string => `${line.product.id}${line.lost ? ' lost' : ''}`

function mergeLines(before: OrderDraft, mine: OrderDraft, theirs: OrderDraft, clashes: Clash[]): DraftLine[] {
  const was = named(before.lines, lineId)
  const own = namedLike(was, mine.lines, lineId, sameFigures)
  const other = namedLike(was, theirs.lines, lineId, sameFigures)
  // a lent quantity that was typed is a change of its line
  const [lentHere, lentThere] = [typedLoans(before, mine), typedLoans(before, theirs)]
  const merged: DraftLine[] = []
  // own lines keep their keys, so that the cursor stays in its line, and keys of removed lines are not used again
  let lastKey = Math.max(0, ...before.lines.map((line) => line.key), ...mine.lines.map((line) => line.key))
  const asNew = (line: DraftLine): DraftLine => ({ ...line, key: ++lastKey })
  for (const [name, line] of other) {
    const old = was.get(name)
    const my = own.get(name)
    if (my) merged.push({ ...joinLine(old, my, line, clashes), key: my.key })
    // a line that this person removed is left out, unless the other person has just changed it
    else if (!old || !sameFigures(old, line) || lentThere.has(line.product.id)) {
      merged.push(asNew(line))
      if (old) clashes.push({ name: line.product.name, figure: 'removed', by: 'mine' })
    }
  }
  for (const [name, line] of own) {
    if (other.has(name)) continue
    const old = was.get(name)
    // a line that the other person removed stays only if this person has just changed or added it
    if (old && sameFigures(old, line) && !lentHere.has(line.product.id)) continue
    merged.push(line)
    if (old) clashes.push({ name: line.product.name, figure: 'removed', by: 'theirs' })
  }
  return isMoved(was, own) && !isMoved(was, other) ? inOrderOf(merged, mine.lines) : merged
}

/** Reports whether the lines that both versions have are in another order. */
function isMoved(before: ReadonlyMap<string, DraftLine>, after: ReadonlyMap<string, DraftLine>): boolean {
  const kept = [...after.keys()].filter((name) => before.has(name))
  return [...before.keys()].filter((name) => after.has(name)).some((name, index) => name !== kept[index])
}

/** Returns lines in the order in which this person put them. Lines of the other person follow. */
function inOrderOf(lines: readonly DraftLine[], mine: readonly DraftLine[]): DraftLine[] {
  const place = new Map(mine.map((line, index) => [line.key, index]))
  return lines.toSorted((one, other) => (place.get(one.key) ?? mine.length) - (place.get(other.key) ?? mine.length))
}

const noteOf = (line: DraftLine | undefined): string => line?.note?.trim() ?? ''

const sameFigures = (one: DraftLine, other: DraftLine): boolean =>
  one.quantity === other.quantity && one.salesPrice === other.salesPrice && noteOf(one) === noteOf(other)

function joinLine(old: DraftLine | undefined, my: DraftLine, their: DraftLine, clashes: Clash[]): DraftLine {
  const { name } = my.product
  const myQuantity = my.quantity !== old?.quantity
  const myPrice = my.salesPrice !== old?.salesPrice
  if (myQuantity && their.quantity !== old?.quantity && their.quantity !== my.quantity && their.quantity !== null)
    clashes.push({ name, figure: 'quantity', theirs: their.quantity })
  if (
    myPrice &&
    their.salesPrice !== old?.salesPrice &&
    their.salesPrice !== my.salesPrice &&
    their.salesPrice !== null
  )
    clashes.push({ name, figure: 'price', theirs: their.salesPrice })
  const myNote = noteOf(my) !== noteOf(old)
  if (myNote && noteOf(their) !== noteOf(old) && noteOf(their) !== noteOf(my))
    clashes.push({ name, figure: 'note', theirs: noteOf(their) })
  return {
    ...their,
    ...(myNote ? { note: my.note } : {}),
    ...(myQuantity ? { quantity: my.quantity } : {}),
    ...(myPrice ? { salesPrice: my.salesPrice, source: my.source } : {}),
  }
}
