/**
 * Backups are restored over a running server while tax documents are sent to a service that fails. Afterwards no number and no order has two
 * MARKs at the service, which itself prevents nothing.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startEpsilonSimulator } from '#server/integrations/simulators/epsilon-simulator.ts'
import { usualOrFull } from '#server/testing/length.ts'
import { startServer } from '../server-under-test.ts'
import { askForRestore, hasEnded, listBackups, makeBackup, waitForBackups } from './backups.ts'
import { type Caller, done, openShop, ordersToPackage, type Shop, signedIn } from './callers.ts'

const RESTORES = usualOrFull(1, 20)
const ORDERS = 8
const ACCOUNT = { subscriptionKey: 'key-of-the-proof', email: 'e@kerino.test', password: 'password-of-the-proof' }
const CUSTOMERS = ['094019245', '090000045'] as const

/** Creates orders that may be invoiced. */
async function ordersToInvoice(admin: Caller, shop: Shop): Promise<number[]> {
  const ids = await ordersToPackage(
    admin,
    shop,
    Array.from({ length: ORDERS }, () => 1),
  )
  for (const id of ids) await done(admin.press('packaging.package-order', { id, name: 'Μαρία' }))
  await done(admin.press('orders.move-orders', { ids, transition: 'release' }))
  return ids
}

/** Gives the customer a VAT number, so that later documents have other content. */
const customerIs = (admin: Caller, id: number, vat: string): Promise<unknown> =>
  done(admin.call('PATCH', `_table/customers/${id}`, { vat, address: 'Αιόλου 3', postcode: '10551', city: 'Αθήνα' }))

type Stands = { readonly id: number; readonly status: string; readonly document: Document | null }
type Document = { readonly status: string; readonly errorCode: string | null; readonly mark: string | null }

const standsOf = async (admin: Caller, id: number): Promise<Stands> =>
  (await done(admin.ask('orders.detail', { id }))).order

/** The error codes of documents that wait some minutes after a call, or for the answer about an earlier one that does. */
const QUIET = ['absent', 'technical', 'quiet', 'quiet-earlier']
/** Reports whether nothing more happens to an order before the quiet minutes are over. */
const hasSettled = ({ document }: Stands): boolean =>
  document !== null &&
  (['ACKNOWLEDGED', 'CONFLICT', 'FAILED'].includes(document.status) || QUIET.includes(document.errorCode ?? ''))

/** Sends the invoices of orders, also of those that were refused. */
const send = (admin: Caller, ids: readonly number[]) => done(admin.press('invoicing.send-invoices', { ids }))

async function untilSettled(admin: Caller, ids: readonly number[]): Promise<Stands[]> {
  for (;;) {
    const all = await Promise.all(ids.map((id) => standsOf(admin, id)))
    if (all.every(hasSettled)) return all
    await pause(200)
  }
}

test(`after ${RESTORES} restores over a running server whose service fails, no number and no order has two MARKs`, async () => {
  const simulator = await startEpsilonSimulator({ ...ACCOUNT, careless: true, returnsDocument: true })
  try {
    await using server = await startServer({
      env: {
        ACCOUNTING_URL: simulator.loginUrl,
        ACCOUNTING_SUBSCRIPTION_KEY: ACCOUNT.subscriptionKey,
        ACCOUNTING_EMAIL: ACCOUNT.email,
        ACCOUNTING_PASSWORD: ACCOUNT.password,
      },
    })
    const admin = await signedIn(server, 'admin@kerino.demo')
    const shop = await openShop(admin, 10_000, 10_000)
    const all: number[] = []
    const ended = { ACKNOWLEDGED: 0, CONFLICT: 0, waits: 0 }
    for (let restore = 0; restore < RESTORES; restore++) {
      await customerIs(admin, shop.customer, CUSTOMERS[0])
      const ids = await ordersToInvoice(admin, shop)
      all.push(...ids)
      const backup = await makeBackup(admin)
      // half of them are refused first and issued then, so they have two attempts
      simulator.fail({
        call: 'send',
        mode: 'refuse',
        fault: { category: 'BTA', code: '102', message: 'AFM' },
        times: ORDERS / 2,
      })
      await send(admin, ids)
      await untilSettled(admin, ids)
      simulator.fail(
        { call: 'send', mode: 'cut', stored: true },
        { call: 'send', mode: 'html-502' },
        { call: 'get', mode: 'html-502', times: 3 },
      )
      await send(admin, ids)
      await askForRestore(admin, backup)
      await waitForBackups(admin, hasEnded)
      expect((await listBackups(admin)).restore?.state).toBe('DONE')
      simulator.recover()
      if (restore % 2 === 1) await customerIs(admin, shop.customer, CUSTOMERS[1])
      await send(admin, ids)
      for (const { document } of await untilSettled(admin, ids)) {
        const status = document?.status
        if (status === 'ACKNOWLEDGED' || status === 'CONFLICT') ended[status] += 1
        else ended.waits += 1
      }
    }
    const issued = simulator.documents()
    const numbers = issued.map(({ document }) => {
      const { series, aa } = document.source.invoice.invoiceHeader
      return `${series} ${aa}`
    })
    expect(numbers.length).toBe(new Set(numbers).size)
    const orders = issued.map(({ key }) => key.split('-')[2])
    expect(orders.length).toBe(new Set(orders).size)
    const invoiced = (await Promise.all(all.map((id) => standsOf(admin, id)))).filter(
      ({ status }) => status === 'INVOICED',
    )
    const markOf = (id: number) => issued.find(({ key }) => key.split('-')[2] === String(id))?.signing?.mark
    expect(invoiced.map(({ document }) => document?.mark)).toEqual(invoiced.map(({ id }) => String(markOf(id))))
    expect(ended.ACKNOWLEDGED).toBeGreaterThanOrEqual((RESTORES * ORDERS) / 4)
    console.log(
      `${RESTORES} restores while ${all.length} orders were invoiced: ${JSON.stringify(ended)}, ${issued.length} MARKs`,
    )
  } finally {
    await simulator.close()
  }
}, 3_600_000)
