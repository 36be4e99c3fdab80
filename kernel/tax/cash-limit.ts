/** What the law says of cash (C-92). It forbids nothing here: a person is told, decides, and the history keeps it. */
import { addCents, type Cents, smallerCents, subtractCents, ZERO_CENTS } from '../money.ts'

/** A private person may pay nothing of the document in cash; a business may, and cannot deduct the expense. */
export const CASH_WARNINGS = ['not-allowed', 'not-deductible'] as const
export type CashWarning = (typeof CASH_WARNINGS)[number]

/** From this total with VAT on, a private person pays nothing in cash (article 20 §3 of law 3842/2010 as replaced by law 4446/2016). */
const PRIVATE_LIMIT = 500_00
/** Beyond this amount without VAT, a business cannot deduct what it paid in cash. */
const BUSINESS_LIMIT = 500_00

export type PaidDocument = {
  /** True between businesses. */
  readonly business: boolean
  readonly net: Cents
  readonly total: Cents
}

/** Returns what is to be said of cash on a document, however small its part is; null if there is nothing to say. */
export function cashWarning({ business, net, total }: PaidDocument): CashWarning | null {
  if (business) return net > BUSINESS_LIMIT ? 'not-deductible' : null
  return total >= PRIVATE_LIMIT ? 'not-allowed' : null
}

/** Returns the gravest of some warnings; null if there is none. */
export const gravestOf = (warnings: readonly (CashWarning | null | undefined)[]): CashWarning | null =>
  CASH_WARNINGS.find((warning) => warnings.includes(warning)) ?? null

/** A document of which something is open, also an order that is not delivered yet. */
export type OpenDocument = { readonly id: number; readonly open: Cents; readonly cashLimit: CashWarning | null }

/** What the law needs to know of a party before a payment in cash. */
export type CashParty = {
  readonly business: boolean
  /** What cash pays, in this order: the delivered documents, oldest first, and then the orders that are not delivered yet. */
  readonly open: readonly OpenDocument[]
  /** What was paid beyond all of them. */
  readonly advance: Cents
}

/** The documents that a payment names, with the sum of their totals and what is to be said of cash on them. */
export type NamedDocuments = {
  readonly ids: readonly number[]
  readonly total: Cents
  readonly cashLimit: CashWarning | null
}

export const NONE_NAMED: NamedDocuments = { ids: [], total: ZERO_CENTS, cashLimit: null }

/**
 * Returns what is to be said of an amount in cash. Beyond what it names it pays the other open documents. What is left of it then stands for a
 * document to come, together with what was paid in advance before.
 */
export function warningOfAmount(
  amount: Cents,
  { business, open, advance }: CashParty,
  named: NamedDocuments = NONE_NAMED,
): CashWarning | null {
  const said = [named.cashLimit]
  let left = subtractCents(amount, smallerCents(amount, named.total))
  for (const document of open.filter(({ id }) => !named.ids.includes(id))) {
    if (left <= 0) break
    said.push(document.cashLimit)
    left = subtractCents(left, smallerCents(left, document.open))
  }
  const ahead = left > 0 ? addCents(left, advance) : ZERO_CENTS
  return gravestOf([...said, cashWarning({ business, net: ahead, total: ahead })])
}
