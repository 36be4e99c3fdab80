/** Invoices orders of the server under test through a simulated service, and waits for their states. */
import { setTimeout as pause } from 'node:timers/promises'
import type { EpsilonSimulator } from '#simulators/epsilon-simulator.ts'
import { type Caller, done, ordersToPackage, type Shop } from './callers.ts'

export const ACCOUNT = {
  subscriptionKey: 'key-of-the-proof',
  email: 'e@kerino.test',
  password: 'password-of-the-proof',
}

/** Returns the environment of a server that sends its documents to the simulator. */
export const accountingAt = ({ loginUrl }: EpsilonSimulator): Record<string, string> => ({
  ACCOUNTING_URL: loginUrl,
  ACCOUNTING_SUBSCRIPTION_KEY: ACCOUNT.subscriptionKey,
  ACCOUNTING_EMAIL: ACCOUNT.email,
  ACCOUNTING_PASSWORD: ACCOUNT.password,
})

/** Creates one order that may be invoiced for each number of candles. */
export async function ordersToInvoice(admin: Caller, shop: Shop, pieces: readonly number[]): Promise<number[]> {
  const ids = await ordersToPackage(admin, shop, pieces)
  for (const id of ids) await done(admin.press('packaging.package-order', { id, name: 'Μαρία' }))
  await done(admin.press('orders.move-orders', { ids, transition: 'release' }))
  return ids
}

/** Gives the customer a VAT number, so that later documents have other content. */
export const customerIs = (admin: Caller, id: number, vat: string): Promise<unknown> =>
  done(admin.call('PATCH', `_table/customers/${id}`, { vat, address: 'Αιόλου 3', postcode: '10551', city: 'Αθήνα' }))

/** Sends the invoices of orders, also of those that were refused. */
export const sendInvoices = (admin: Caller, ids: readonly number[]): Promise<unknown> =>
  done(admin.press('invoicing.send-invoices', { ids }))

export type Stands = { readonly id: number; readonly status: string; readonly document: Document | null }
type Document = { readonly status: string; readonly errorCode: string | null; readonly mark: string | null }

export const standsOf = async (admin: Caller, id: number): Promise<Stands> =>
  (await done(admin.ask('orders.detail', { id }))).order

/** The error codes of documents that wait some minutes after a call, or for the answer about an earlier one that does. */
const QUIET = ['absent', 'technical', 'quiet', 'quiet-earlier']

/** Reports whether nothing more happens to the document of an order by itself. */
export const hasEnded = ({ document }: Stands): boolean =>
  document !== null && ['ACKNOWLEDGED', 'CONFLICT', 'FAILED'].includes(document.status)

/** Reports whether nothing more happens to an order before the quiet minutes are over. */
const hasSettled = (stands: Stands): boolean => hasEnded(stands) || QUIET.includes(stands.document?.errorCode ?? '')

/** Waits until each of the orders stands so. */
export async function untilAll(
  admin: Caller,
  ids: readonly number[],
  holds: (stands: Stands) => boolean,
): Promise<Stands[]> {
  for (;;) {
    const all = await Promise.all(ids.map((id) => standsOf(admin, id)))
    if (all.every(holds)) return all
    await pause(200)
  }
}

export const untilSettled = (admin: Caller, ids: readonly number[]): Promise<Stands[]> =>
  untilAll(admin, ids, hasSettled)

/** Returns series and number of everything that the simulator issued. */
export const numbersAt = (simulator: EpsilonSimulator): string[] =>
  simulator.documents().flatMap(({ signing, document }) => {
    const { series, aa } = document.source.invoice.invoiceHeader
    return signing === null ? [] : [`${series} ${aa}`]
  })
