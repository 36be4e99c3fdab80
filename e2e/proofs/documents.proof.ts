/**
 * Backups are restored over a running server while tax documents are sent to a service that fails. Afterwards no number and no order has two
 * MARKs at the service, which itself prevents nothing.
 */
import { expect, test } from 'vitest'
import { startEpsilonSimulator } from '#simulators/epsilon-simulator.ts'
import { usualOrFull } from '#testing/length.ts'
import { startServer } from '../server-under-test.ts'
import { askForRestore, hasEnded, listBackups, makeBackup, untilWritable, waitForBackups } from './backups.ts'
import { openShop, signedIn } from './callers.ts'
import {
  ACCOUNT,
  accountingAt,
  customerIs,
  numbersAt,
  ordersToInvoice,
  sendInvoices,
  standsOf,
  untilSettled,
} from './documents.ts'

const RESTORES = usualOrFull(1, 20)
const ORDERS = 8
const CUSTOMERS = ['094019245', '090000045'] as const
const PIECES = Array.from({ length: ORDERS }, () => 1)

test(`after ${RESTORES} restores over a running server whose service fails, no number and no order has two MARKs`, async () => {
  const simulator = await startEpsilonSimulator({ ...ACCOUNT, careless: true, returnsDocument: true })
  try {
    await using server = await startServer({ env: accountingAt(simulator) })
    const admin = await signedIn(server, 'admin@kerino.demo')
    const shop = await openShop(admin, 10_000, 10_000)
    const all: number[] = []
    const ended = { ACKNOWLEDGED: 0, CONFLICT: 0, waits: 0 }
    for (let restore = 0; restore < RESTORES; restore++) {
      await customerIs(admin, shop.customer, CUSTOMERS[0])
      const ids = await ordersToInvoice(admin, shop, PIECES)
      all.push(...ids)
      const backup = await makeBackup(admin)
      // half of them are refused first and issued then, so they have two attempts
      simulator.fail({
        call: 'send',
        mode: 'refuse',
        fault: { category: 'BTA', code: '102', message: 'AFM' },
        times: ORDERS / 2,
      })
      await sendInvoices(admin, ids)
      await untilSettled(admin, ids)
      simulator.fail(
        { call: 'send', mode: 'cut', stored: true },
        { call: 'send', mode: 'html-502' },
        { call: 'get', mode: 'html-502', times: 3 },
      )
      await sendInvoices(admin, ids)
      await askForRestore(admin, backup)
      await waitForBackups(admin, hasEnded)
      expect((await listBackups(admin)).restore?.state).toBe('DONE')
      await untilWritable(() => admin.call('PATCH', `_table/customers/${shop.customer}`, { city: 'Αθήνα' }))
      simulator.recover()
      if (restore % 2 === 1) await customerIs(admin, shop.customer, CUSTOMERS[1])
      await sendInvoices(admin, ids)
      for (const { document } of await untilSettled(admin, ids)) {
        const status = document?.status
        if (status === 'ACKNOWLEDGED' || status === 'CONFLICT') ended[status] += 1
        else ended.waits += 1
      }
    }
    const issued = simulator.documents()
    const numbers = numbersAt(simulator)
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
