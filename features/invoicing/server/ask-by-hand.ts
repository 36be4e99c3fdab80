/** Lets a person confirm that a document or a delivery note was not issued, after service and tax office were asked. */
import { QUIET_MINUTES } from '#features/orders/domain/order.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Reach, Work } from '#server/command.ts'
import type { JobKind } from '#server/work.ts'
import { raw, sql } from '#server/db/database.ts'
import type { Sendable } from '#server/integrations/accounting/accounting.ts'
import { isQuiet, type SentTable } from './sent-tables.ts'
import { openTaxOfficeOf } from './tax-office/account.ts'
import { findTransmitted } from './tax-office/find-transmitted.ts'
import { servicesByWay } from './ways/sending-way.ts'

/** Refuses the confirmation that nothing was issued while the last call may still be recorded. */
async function refuseEarlyLook({ tx, now }: Work, table: SentTable, { id }: { readonly id: number }): Promise<void> {
  const { early } = await tx.one<{ early: boolean }>(sql`
    select not ${isQuiet(now)} as early from ${raw(table)} where id = ${id}`)
  if (early) refuseToLookYet()
}

const refuseToLookYet = (): never => refuse('refused', 'invoicing.look-later', { minutes: QUIET_MINUTES })

type Asked = { readonly id: number; readonly status: string; readonly test: boolean; readonly request: Sendable }

/**
 * Asks the service for a document, and the tax office where the company has an account there. Returns the MARK of an issued one; null if
 * neither has one. Without an account the word of the person counts, also about a service that is silent. Refuses while the service still
 * works on it, and while the tax office is silent (C-101).
 */
async function askByHand(
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

/**
 * Asks for the open document that `open` locks, and has it stored by `confirm` that it was not issued: some minutes after the last call, and only
 * if neither service nor tax office has it. One that was issued is recorded by `job` instead, unless it is a conflict, about which a
 * person decides. Returns the MARK of that one, or null.
 */
export async function confirmByHand<One extends Asked>(
  reach: Reach,
  table: SentTable,
  {
    open,
    confirm,
    job,
  }: {
    readonly open: (work: Work) => Promise<One>
    readonly confirm: (work: Work, one: One) => Promise<void>
    readonly job: (id: number) => JobKind
  },
): Promise<string | null> {
  const asked = await reach.keep(async (work) => {
    const one = await open(work)
    await refuseEarlyLook(work, table, one)
    return one
  })
  const found = await askByHand(reach, asked)
  return reach.keep(async (work) => {
    const one = await open(work)
    if (one.id !== asked.id) refuse('refused', 'invoicing.nothing-open')
    if (found !== null && one.status !== 'CONFLICT') {
      await work.enqueue({ ...job(one.id), bringForward: true })
      return found
    }
    // a call may have begun while the service was asked
    await refuseEarlyLook(work, table, one)
    await confirm(work, one)
    return null
  })
}
