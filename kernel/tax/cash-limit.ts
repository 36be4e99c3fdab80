/** What the law says of cash (C-92). It forbids nothing here: a person is told, decides, and the history keeps it. */
import { type Cents, smallerCents, subtractCents } from '../money.ts'

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

/** A document of which something is open. */
export type OpenDocument = { readonly open: Cents; readonly cashLimit: CashWarning | null }

/**
 * Returns what is to be said of an amount in cash that pays no document by name. It pays the open ones, oldest first, and what is left of it
 * stands for a document to come.
 */
export function warningOfAmount(
  amount: Cents,
  { business, open }: { readonly business: boolean; readonly open: readonly OpenDocument[] },
): CashWarning | null {
  const said: (CashWarning | null)[] = []
  let left = amount
  for (const document of open) {
    if (left <= 0) break
    said.push(document.cashLimit)
    left = subtractCents(left, smallerCents(left, document.open))
  }
  return gravestOf([...said, cashWarning({ business, net: left, total: left })])
}
