/** Asks before a person confirms that a document or a delivery note was not issued. */
import { QUIET_MINUTES } from '#features/orders/domain/order.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Reach, Work } from '#server/command.ts'
import { raw, sql } from '#server/db/database.ts'
import type { Sendable } from '#server/integrations/accounting/accounting.ts'
import { askTaxOffice } from './lost/ask-earlier.ts'
import { isQuiet, type SentTable } from './sent-tables.ts'
import { openTaxOfficeOf } from './tax-office/account.ts'
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
 * neither has one. Where neither can be asked, the word of the person counts. Refuses while the service still works on it.
 */
export async function askByHand(
  { rows, outside, sealing }: Pick<Reach, 'rows' | 'outside' | 'sealing'>,
  asked: Asked,
): Promise<string | null> {
  const outcome = await (await servicesByWay(rows, outside))(asked)?.ask(asked.request)
  if (outcome?.kind === 'in-progress') refuseToLookYet()
  if (outcome?.kind === 'acknowledged') return outcome.mark
  const office = asked.test ? null : await openTaxOfficeOf({ rows, sealing, gate: outside.taxOffice }, false)
  const found = office === null ? null : await askTaxOffice(office, [asked])
  return found?.kind === 'issued' ? found.issued.mark : null
}
