/** Merges what two people lend with one order. */
import { type Quantity, ZERO_QUANTITY } from '#kernel/money.ts'
import type { FigureClash } from './clash.ts'
import {
  type DraftLine,
  type DraftLoan,
  followLines,
  hasDifferingQuantity,
  isSameLoan,
  type OrderDraft,
} from './order-draft.ts'

/** Returns a loan as it would be after the lines have changed, if no other quantity had been typed. */
const following = (draft: OrderDraft, loan: DraftLoan): DraftLoan =>
  followLines({ ...draft, loans: [loan] }).loans[0] ?? loan

const loanIn = (draft: OrderDraft, loan: DraftLoan): DraftLoan | undefined =>
  draft.loans.find((one) => isSameLoan(one, loan))

/**
 * Reports whether a person typed the lent quantity or lent it anew. A quantity that only follows its line was not typed.
 */
function isTyped(before: OrderDraft, after: OrderDraft, loan: DraftLoan): boolean {
  const old = loanIn(before, loan)
  if (old) return following(after, old).quantity !== loan.quantity
  return loan.quantity === null || hasDifferingQuantity(after, loan)
}

/** Returns the products of `before` with which a person lends another quantity than before. */
export const typedLoans = (before: OrderDraft, after: OrderDraft): ReadonlySet<number> =>
  new Set(
    after.loans
      .filter((loan) => loanIn(before, loan) && isTyped(before, after, loan))
      .map((loan) => loan.originProductId),
  )

const hasLine = (lines: readonly DraftLine[], loan: DraftLoan): boolean =>
  lines.some(({ product }) => product.id === loan.originProductId)

/** Returns the name of a loan for a clash: what is lent, and with what. */
const nameOf = (loan: DraftLoan, lines: readonly DraftLine[]): string => {
  const origin = lines.find(({ product }) => product.id === loan.originProductId)
  return origin ? `${loan.name} (${origin.product.name})` : loan.name
}

/** Returns the lent quantity of the loan with this name; 0 if there is none. */
export const lentOf = ({ loans, lines }: OrderDraft, name: string): Quantity =>
  loans.find((loan) => nameOf(loan, lines) === name)?.quantity ?? ZERO_QUANTITY

/**
 * Returns the loans of two versions of an order that leave with `lines`, and the quantities that both people typed. A loan
 * that one ended and whose quantity the other typed counts as typed by both; 0 stands for its end.
 */
export function loansOfBoth(
  before: OrderDraft,
  mine: OrderDraft,
  theirs: OrderDraft,
  lines: readonly DraftLine[],
): { kept: DraftLoan[]; clashes: FigureClash[] } {
  const clashes: FigureClash[] = []
  const clash = (loan: DraftLoan, quantity: Quantity | null) => {
    if (quantity !== null) clashes.push({ name: nameOf(loan, lines), figure: 'lent', theirs: quantity })
  }
  const kept = theirs.loans.flatMap((their) => {
    const my = loanIn(mine, their)
    const typedThere = isTyped(before, theirs, their)
    if (!my) {
      // a line that came back brings what is lent with it
      if (!loanIn(before, their) || !hasLine(mine.lines, their)) return [their]
      if (typedThere) clash(their, their.quantity)
      return []
    }
    if (!isTyped(before, mine, my)) return [their]
    if (typedThere && their.quantity !== my.quantity) clash(my, their.quantity)
    return [my]
  })
  const added = mine.loans.filter((my) => {
    if (loanIn(theirs, my)) return false
    if (!loanIn(before, my) || !hasLine(theirs.lines, my)) return true
    if (!isTyped(before, mine, my)) return false
    clash(my, ZERO_QUANTITY)
    return true
  })
  return { kept: [...kept, ...added].filter((loan) => hasLine(lines, loan)), clashes }
}
