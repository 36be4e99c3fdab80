/** Asks before a person confirms that a document or a delivery note was not issued. */
import { QUIET_MINUTES } from '#features/orders/domain/order.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Reach, Work } from '#server/command.ts'
import { raw, sql } from '#server/db/database.ts'
import type { Sendable } from '#server/integrations/accounting/accounting.ts'
import { isQuiet, type SentTable } from './sent-tables.ts'
import { openTaxOfficeOf } from './tax-office/account.ts'
import { findTransmitted } from './tax-office/find-transmitted.ts'
import { servicesByWay } from './ways/sending-way.ts'

/** Refuses the confirmation that nothing was issued while the last call may still be recorded. */
export async function refuseEarlyLook(
  { tx, now }: Work,
  table: SentTable,
  { id }: { readonly id: number },
): Promise<void> {
  const { early } = await tx.one<{ early: boolean }>(sql`
    select not ${isQuiet(now)} as early from ${raw(table)} where id = ${id}`)
  if (early) refuseToLookYet()
}

const refuseToLookYet = (): never => refuse('refused', 'invoicing.look-later', { minutes: QUIET_MINUTES })

type Asked = { readonly test: boolean; readonly request: Sendable }

/**
 * Asks the service for a document, and the tax office where the company has an account there. Returns the MARK of an issued one; null if
 * neither has one. Without an account the word of the person counts, also about a service that is silent. Refuses while the service still
 * works on it, and while the tax office is silent (C-101).
 */
export async function askByHand(
  { rows, outside, sealing }: Pick<Reach, 'rows' | 'outside' | 'sealing'>,
  asked: Asked,
): Promise<string | null> {
  const outcome = await (await servicesByWay(rows, outside))(asked)?.ask(asked.request)
  if (outcome?.kind === 'in-progress') refuseToLookYet()
  if (outcome?.kind === 'acknowledged') return outcome.mark
  const office = asked.test ? null : await openTaxOfficeOf({ rows, sealing, gate: outside.taxOffice }, false)
  const found = office === null ? null : await findTransmitted(office, [asked])
  if (found === null) return null
  if ('silent' in found) return refuse('unavailable', 'invoicing.tax-office-silent', { reason: found.silent })
  return found.document.mark
}
