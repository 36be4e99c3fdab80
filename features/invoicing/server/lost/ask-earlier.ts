/**
 * Asks for everything that was sent before for an order, or with a number, before something is sent again (C-33). The service is asked for
 * each key and, where the company has an account there, the tax office for each UID.
 */
import { CONFIRMED_NOT_ISSUED } from '#features/orders/domain/order.ts'
import { toDecimal } from '#kernel/money.ts'
import type { Rows } from '#server/db/database.ts'
import type { Accounting, AccountingOutcome, Sendable } from '#server/integrations/accounting/accounting.ts'
import { signingWithin } from '#server/integrations/accounting/signing.ts'
import type { TaxOffice, TaxOfficeGate } from '#server/integrations/tax-office/tax-office.ts'
import type { Sealing } from '#server/seal/sealing.ts'
import type { Way } from '../../domain/ways.ts'
import { openTaxOfficeOf } from '../tax-office/account.ts'
import { findTransmitted } from '../tax-office/find-transmitted.ts'
import { type Services, servicesOf } from '../ways/sending-way.ts'

/** What sends documents: the connected services, and the gate to the tax office. */
export type Sending = Partial<Services> & { readonly taxOffice?: TaxOfficeGate | null }

export type Acknowledged = Extract<AccountingOutcome, { kind: 'acknowledged' }>
type Foreign = Extract<AccountingOutcome, { kind: 'foreign' }>

/** A document or delivery note that was sent before. */
export type Earlier = {
  readonly key: string
  readonly request: Sendable
  readonly status: string
  readonly errorCode: string | null
  /** True if no call for it can be under way any more. */
  readonly quiet: boolean
  /** The way by which it was sent; null for the present one. */
  readonly way: Way | null
  /** What the service answered, if it was issued. */
  readonly mark: string | null
  readonly uid: string | null
  readonly authenticationCode: string | null
  readonly qrUrl: string | null
}

export type FoundEarlier<One> =
  | { readonly kind: 'issued'; readonly earlier: One; readonly issued: Acknowledged }
  /** The service or the tax office has something else there, which a person must see. */
  | { readonly kind: 'foreign'; readonly outcome: Foreign }
  /** The answer is not clear. `pause`: a call may still be under way; otherwise it is an error. */
  | { readonly kind: 'waits'; readonly reason: string; readonly pause: boolean }

/** Returns the answer that is known; null if the service must be asked. */
const knownAnswer = ({ status, mark, uid, authenticationCode, qrUrl }: Earlier): Acknowledged | null =>
  status === 'ACKNOWLEDGED' && mark !== null
    ? {
        kind: 'acknowledged',
        processId: '',
        mark,
        uid: uid ?? '',
        authenticationCode: authenticationCode ?? '',
        qrUrl: qrUrl ?? '',
      }
    : null

type Asking<One> = {
  readonly serviceOf: (way: Way | null) => Accounting | null
  readonly office: TaxOffice | null
  /** Reports whether an earlier document is the one that is to be sent now. */
  readonly isSame: (one: One) => boolean
}

/** Opens what `askEarlier` asks. `present` is the service of the present way; null if every document names its way. */
export async function openAsking<One>(
  { db: rows, sealing }: { readonly db: Rows; readonly sealing: Sealing },
  { taxOffice = null, ...services }: Sending,
  present: Accounting | null,
  isSame: (one: One) => boolean,
): Promise<Asking<One>> {
  const of = servicesOf(services)
  return {
    serviceOf: (way) => (way === null ? present : of(way)),
    office: await openTaxOfficeOf({ rows, sealing, gate: taxOffice }, false),
    isSame,
  }
}

/**
 * Returns what is known of earlier documents; null if none was issued and none can be issued any more. One with the same content comes
 * before others. `own` was asked for before, and the tax office is asked for it too.
 */
export async function askEarlier<One extends Earlier>(
  earlier: readonly One[],
  own: One | null,
  { serviceOf, office, isSame }: Asking<One>,
): Promise<FoundEarlier<One> | null> {
  const found: FoundEarlier<One>[] = []
  for (const one of earlier) {
    const answer = await answerAbout(one, serviceOf)
    if (answer !== null) found.push(answer)
  }
  const issued = found.filter((one) => one.kind === 'issued')
  // an answer that is not clear may still be the one about the same document
  const first =
    issued.find((one) => isSame(one.earlier)) ?? found.find(({ kind }) => kind === 'waits') ?? issued[0] ?? found[0]
  if (first) return first
  const sent = own === null ? earlier : [own, ...earlier]
  return office === null || sent.length === 0 ? null : askTaxOffice(office, sent)
}

/** Returns what the service says of an earlier document; null if it was not issued and cannot be issued any more. */
async function answerAbout<One extends Earlier>(
  one: One,
  serviceOf: Asking<One>['serviceOf'],
): Promise<FoundEarlier<One> | null> {
  const outcome =
    knownAnswer(one) ??
    (await serviceOf(one.way)?.ask(one.request)) ??
    ({ kind: 'unknown', reason: NOT_CONNECTED } satisfies AccountingOutcome)
  // a person has already looked for it, and asking again cannot say more
  const isChecked = one.errorCode === CONFIRMED_NOT_ISSUED && one.quiet
  switch (outcome.kind) {
    case 'acknowledged':
      return { kind: 'issued', earlier: one, issued: outcome }
    case 'in-progress':
      return { kind: 'waits', reason: 'quiet-earlier', pause: true }
    case 'unknown':
      return isChecked && [UNREADABLE, NOT_CONNECTED].includes(outcome.reason)
        ? null
        : { kind: 'waits', reason: `earlier ${outcome.reason}`, pause: false }
    case 'unsent':
      return { kind: 'waits', reason: `earlier ${outcome.reason}`, pause: false }
    case 'foreign':
      // a person has decided about the conflict of a document that is here
      return one.way === null || one.errorCode === CONFIRMED_NOT_ISSUED ? null : { kind: 'foreign', outcome }
    case 'absent':
    case 'technical':
      return one.quiet ? null : { kind: 'waits', reason: 'quiet-earlier', pause: true }
    case 'refused':
    case 'by-file':
    case 'inserted':
    case 'look-there':
      return null
  }
}

const UNREADABLE = 'unreadable'
const NOT_CONNECTED = 'not-connected'

/** Returns what the tax office has of documents that were sent; null if it has none of them. */
async function askTaxOffice<One extends Pick<Earlier, 'request'>>(
  office: TaxOffice,
  sent: readonly One[],
): Promise<FoundEarlier<One> | null> {
  const answer = await findTransmitted(office, sent)
  if (answer === null) return null
  if ('silent' in answer) return { kind: 'waits', reason: `tax-office ${answer.silent}`, pause: false }
  const { sent: earlier, document: theirs } = answer
  const ours = 'total' in earlier.request ? earlier.request.total : 0
  const differs: Record<string, readonly [string, string]> = {
    ...(theirs.total === ours ? {} : { amount: [toDecimal(ours, 2), toDecimal(theirs.total, 2)] as const }),
    ...(theirs.cancelled ? { cancelled: ['', theirs.mark] as const } : {}),
  }
  if (Object.keys(differs).length > 0)
    return { kind: 'foreign', outcome: { kind: 'foreign', mark: theirs.mark, differs } }
  const { mark, uid, qrUrl } = theirs
  return {
    kind: 'issued',
    earlier,
    issued: { kind: 'acknowledged', processId: '', mark, ...signingWithin({ uid, authenticationCode: '', qrUrl }) },
  }
}
