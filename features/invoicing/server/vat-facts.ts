/** Reads what the outside registers answered about the VAT numbers of customers. None of them is asked here. */
import type { Day } from '#kernel/day.ts'
import { type KindFacts, mayLackVat } from '#kernel/tax/customer-kind.ts'
import { standingOf, unionNumberOf, type UnionStanding } from '#kernel/tax/union-vat.ts'
import type { Rows } from '#server/db/database.ts'
import { closedVats } from '#server/lookups/registered-company.ts'
import { storedUnionAnswers } from '#server/lookups/union-vat.ts'
import type { doubtOf } from '../domain/sending.ts'

type VatFacts = Parameters<typeof doubtOf>[0] & {
  /** The moment of the last answer of VIES; null if there is none, or if VIES does not know numbers of this customer. */
  readonly askedAt: string | null
}

/** Returns a function that gives what decides about a warning, for each of the customers. */
export async function vatFacts(
  rows: Rows,
  customers: readonly KindFacts[],
  today: Day,
): Promise<(customer: KindFacts) => VatFacts> {
  const vats = customers.map(({ vat }) => vat)
  const closed = await closedVats(rows, vats, today)
  const answerTo = await storedUnionAnswers(
    rows,
    customers.map(unionNumberOf).filter((number) => number !== null),
  )
  return (customer) => {
    const { vat, taxKind } = customer
    const number = unionNumberOf(customer)
    const last = number && answerTo(number)
    return {
      customerVat: vat,
      mayLackVat: mayLackVat({ taxKind }),
      customerClosed: closed.has(vat),
      unverified: number !== null && standingOf(last, today) !== 'valid',
      askedAt: last?.askedAt ?? null,
    }
  }
}

/** Returns what VIES says of the VAT number of a customer; null if it does not know numbers of this customer. */
export async function unionStanding(rows: Rows, customer: KindFacts, today: Day): Promise<UnionStanding | null> {
  const number = unionNumberOf(customer)
  return number && standingOf((await storedUnionAnswers(rows, [number]))(number), today)
}
