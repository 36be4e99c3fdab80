/** Sends what devices have stored by now: an update of the product may find such actions on phones and tablets weeks later. */
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { driverView } from '#features/driver/domain/day.ts'
import { washingView } from '#features/laundry/domain/washing-now.ts'
import { boxView } from '#features/packaging/domain/box-now.ts'
import { sectionView } from '#features/production/domain/section-now.ts'
import { loadingView } from '#features/shipping/domain/loading.ts'
import { countView } from '#features/stock/domain/counting/count-now.ts'
import { dayOf } from '#kernel/day.ts'
import { readAction } from '#kernel/offline/offline-view.ts'
import { commands, lookups } from '#app/server/features.ts'
import { PIECE } from '#server/samples/sample-company.ts'
import { SMALL_JPEG } from '#server/samples/sample-parts.ts'
import { callByName, openTestCompany, type TestCompany } from '#testing/company.ts'
import { samples } from '#testing/samples.ts'

/** The ids in the input of a sample. */
type Ids = Readonly<Record<string, never>>

const AT = '2026-11-20T08:00:00.000Z'
const worker = 'Νίκος'
const proof = {
  recipient: 'κ. Μαρία',
  signature: [
    [
      [10, 20],
      [30, 40],
    ],
  ],
}
const payment = ({ customerId, orderId }: Ids) => ({ customerId, orderId, amount: 500, receiptNumber: 'Α-1' })
const finish = { quantity: PIECE, scrapped: PIECE, scrapReason: 'ράγισε', worker }
const line = ({ countId, productId }: Ids) => ({ countId, productId, quantity: 5 * PIECE, way: 'FIRST' })
const washed = { clean: PIECE, broken: 0, missing: 0, reason: '' }

/**
 * The inputs as pages stored them, by command and version of the page, with the ids of a record of this test. A page that stores
 * something else gets an entry of its own: no entry is changed or removed while a device may hold such an action.
 */
const STORED: readonly [command: string, version: string, input: (ids: Ids) => object][] = [
  ['shipping.close-delivery', '0.2', ({ orderId }) => ({ orderId, action: 'deliver', proof })],
  ['shipping.close-delivery', '0.3', ({ orderId }) => ({ orderId, action: 'deliver', doneAt: AT, proof })],
  [
    'shipping.close-delivery',
    '0.3 for an order that was not delivered',
    ({ orderId, shipmentId }) => ({ orderId, shipmentId, action: 'return', reasonCode: 'absent', doneAt: AT }),
  ],
  ['payments.collect-payment', '0.2', payment],
  [
    'payments.collect-payment',
    '0.3',
    (ids) => ({ ...payment(ids), type: 'CASH', takenOn: dayOf(new Date().toISOString()), doneAt: AT }),
  ],
  [
    'shipping.take-back-loans',
    '0.3',
    ({ customerId, orderId, items }) => ({ customerId, orderId, items, note: '', doneAt: AT }),
  ],
  ['shipping.add-delivery-photo', '0.3', ({ orderId }) => ({ orderId, photo: SMALL_JPEG, takenAt: AT })],
  ['shipping.reorder-stops', '0.3', ({ shipmentId, orderIds }) => ({ shipmentId, orderIds })],
  [
    'driver.undo-press',
    '0.3',
    ({ orderIds, shipmentId, pressedAt, doneAt }) => ({ orderIds, shipmentId, pressedAt, doneAt }),
  ],
  ['payments.hand-over-cash', '0.3', ({ counted }) => ({ counted, note: 'πέντε' })],
  ['shipping.finish-shipment', '0.3', ({ id }) => ({ id })],
  ['shipping.load-parcel', '0.3', ({ shipmentId, orderId }) => ({ shipmentId, orderId, parcel: 1, loaded: true })],
  ['shipping.depart', '0.3', ({ id }) => ({ id, withoutMissing: true })],
  ['packaging.package-order', '0.2', ({ id }) => ({ id, name: 'Νίκος', overruleReason: 'υπάρχει' })],
  ['packaging.package-order', '0.3', ({ id }) => ({ id, name: 'Νίκος', parcels: 2, overruleReason: 'υπάρχει' })],
  ['production.finish', '0.3', ({ taskId }) => ({ ...finish, taskId })],
  [
    'production.finish',
    '0.3 with what was used',
    ({ taskId }) => ({
      ...finish,
      taskId,
      used: [{ line: 1, quantity: 3 * PIECE }],
      override: { reason: 'υπάρχουν στο ράφι' },
      comments: 'τέλος',
    }),
  ],
  ['production.receive-materials', '0.3', ({ taskId }) => ({ taskId, lines: [], worker })],
  ['production.proceed', '0.3', ({ taskId }) => ({ taskId, worker, comments: 'έτοιμο' })],
  ['production.order-material', '0.3', ({ taskId }) => ({ taskId, line: 1, worker })],
  [
    'production.replace-material',
    '0.3',
    ({ taskId, productId }) => ({ taskId, line: 1, productId, reason: 'έσπασαν', worker }),
  ],
  ['production.note-task', '0.3', ({ taskId }) => ({ taskId, comments: 'προσοχή' })],
  ['production.add-photo', '0.3', ({ taskIds }) => ({ taskIds, photo: SMALL_JPEG })],
  ['production.undo-press', '0.3', ({ pressId }) => ({ pressId, worker })],
  [
    'laundry.close',
    '0.3',
    ({ tasks }) => ({
      tasks: (tasks as unknown as { taskId: number }[]).map(({ taskId }) => ({ taskId, ...washed })),
      worker,
    }),
  ],
  ['laundry.undo-close', '0.3', ({ taskIds }) => ({ taskIds })],
  ['stock.enter-line', 'without units', (ids) => ({ ...line(ids), line: randomUUID(), countedAt: AT })],
  ['stock.enter-line', '0.3', (ids) => ({ ...line(ids), line: randomUUID(), unit: 'Item', countedAt: AT })],
]

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

describe('an action that a device has stored', () => {
  test.each(STORED)('%s of version %s is accepted once, however often it is sent', async (command, _, stored) => {
    const input = stored((await samples(company)[command]?.()) as Ids)
    const token = company.tokens[/^(shipping|payments|driver)\./.test(command) ? 'driver' : 'admin']
    const credentials = { token, headers: { 'idempotency-key': randomUUID() } }
    const first = await callByName(company, command, input, credentials)
    expect([first.status, first.text]).toEqual([200, first.text])
    // the answer for a photo says that it is stored already
    const again = command === 'production.add-photo' ? { added: 0 } : first.json
    expect(await callByName(company, command, input, credentials)).toMatchObject({ status: 200, json: again })
    const contract = [...commands, ...lookups].find((one) => one.contract.name === command)?.contract
    expect(contract && readAction(contract, { command, input })).toBeDefined()
  })

  test('has an entry here, whatever the page that shows it while it waits', () => {
    const views = [sectionView, washingView, driverView, boxView, countView(''), loadingView('')]
    const declared = globSync('features/*/domain/**/*.ts').filter(
      (file) => !file.endsWith('.test.ts') && /= offlineView\(|^\s+offlineView\(/m.test(readFileSync(file, 'utf8')),
    )
    // a page that is missing from this list would change its commands without a test
    expect(views, `the views of ${declared.join(', ')}`).toHaveLength(declared.length)
    const known = new Set(STORED.map(([command]) => command))
    expect(views.flatMap((view) => view.commands).filter((command) => !known.has(command))).toEqual([])
  })
})
