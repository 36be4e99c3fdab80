import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { openMydata } from '#server/integrations/tax-office/mydata.ts'
import {
  type MydataSimulator,
  type SimulatedTaxDocument,
  startMydataSimulator,
} from '#server/integrations/simulators/mydata-simulator.ts'
import { openTestCompany, type TestCompany } from '#server/testing/company.ts'
import { peopleOf } from '#server/testing/people.ts'

const ACCOUNT = { userId: 'u', key: 'k' }
const DAY = '2026-11-20'
const theirs: SimulatedTaxDocument[] = []

let company: TestCompany
let simulator: MydataSimulator
beforeAll(async () => {
  simulator = await startMydataSimulator({ ...ACCOUNT, documents: () => theirs })
  const open = () => openMydata({ ...ACCOUNT, address: simulator.url })
  company = await openTestCompany({ taxOffice: { demoAccount: ACCOUNT, open } })
})
afterAll(async () => {
  await simulator?.close()
  await company?.close()
})

const { does, refusalOf } = peopleOf(() => company)
const compare = (from = DAY, to = DAY) => does<object>('user', 'invoicing.compare-documents', { from, to })

/** Writes a document here; without a MARK it waits for its answer. */
async function written(number: number, mark: string | null): Promise<number> {
  const orderId = await company.order('READY-TO-INVOICE')
  const request = { type: '1.1', series: 'ΤΠ', number, day: DAY, net: 1000, vat: 240, total: 1240, lines: [] }
  await company.db.run(sql`
    insert into accounting_documents (order_id, kind, key, status, mark, request, series, series_year, branch, number)
    values (${orderId}, 'invoice', ${`k${number}`}, ${mark === null ? 'UNKNOWN' : 'ACKNOWLEDGED'}, ${mark}, ${JSON.stringify(request)}::jsonb,
      'ΤΠ', 2026, 0, ${number})`)
  return orderId
}
const issued = (number: number, mark: string, change: Partial<SimulatedTaxDocument> = {}) =>
  void theirs.push({
    mark,
    uid: `U${mark}`,
    qrUrl: '',
    type: '1.1',
    series: 'ΤΠ',
    number,
    day: DAY,
    issuerVat: '094014201',
    customerVat: '094019245',
    customerCountry: 'GR',
    net: 1000,
    vat: 240,
    total: 1240,
    ...change,
  })
const mark = (number: number) => String(400_001_000_000_000 + number)

test('every difference of a day is found over all pages, and the MARK that the tax office has issues the document here', async () => {
  for (const number of [1, 2, 3]) {
    await written(number, mark(number))
    issued(number, mark(number))
  }
  expect(await compare()).toEqual({ ours: 3, theirs: 3, count: 0, differences: [] })
  const lost = await written(4, mark(4))
  const waiting = await written(5, null)
  issued(5, mark(5))
  const dear = await written(6, mark(6))
  issued(6, mark(6), { total: 1241 })
  const gone = await written(7, mark(7))
  issued(7, mark(7), { cancelledBy: mark(900) })
  issued(8, mark(8))
  issued(1, mark(9))
  // of another day
  issued(10, mark(10), { day: '2026-11-21' })
  const found = { type: '1.1', series: 'ΤΠ', day: DAY, note: false }
  expect(await compare()).toMatchObject({
    ours: 7,
    count: 6,
    differences: [
      { ...found, kind: 'missing-here', number: '8', orderId: null, mark: mark(8), ourTotal: null, theirTotal: 1240 },
      { ...found, kind: 'missing-there', number: '4', orderId: lost, mark: mark(4), ourTotal: 1240, theirTotal: null },
      { ...found, kind: 'twice', number: '1', mark: mark(9) },
      { ...found, kind: 'amounts', orderId: dear, ourTotal: 1240, theirTotal: 1241 },
      { ...found, kind: 'cancelled-there', orderId: gone },
      { ...found, kind: 'mark-missing', orderId: waiting, mark: mark(5) },
    ],
  })
  await does('user', 'invoicing.enter-mark', { id: waiting, mark: mark(5), reason: 'Σύγκριση' })
  expect(await compare()).toMatchObject({ count: 5 })
})

test('nothing is compared if the tax office does not give all pages, or for too many days', async () => {
  const days = (from: string, to: string) => refusalOf('user', 'invoicing.compare-documents', { from, to })
  expect(await days('2026-11-02', '2026-11-01')).toMatchObject({ code: 'invoicing.too-many-days' })
  expect(await days('2026-10-01', '2026-11-01')).toMatchObject({ code: 'invoicing.too-many-days' })
  simulator.fail('html-502')
  expect(await days(DAY, DAY)).toMatchObject({ code: 'invoicing.tax-office-silent' })
})

test('an answer whose pages never end is refused soon, and nothing is compared', async () => {
  const page = (row: number) => ({
    status: 200,
    type: 'text/xml',
    text: `<RequestedDoc><continuationToken><nextPartitionKey>p</nextPartitionKey><nextRowKey>${row}</nextRowKey></continuationToken></RequestedDoc>`,
  })
  const before = simulator.calls().length
  simulator.answerWith(...Array.from({ length: 20 }, () => page(7)))
  expect(await refusalOf('user', 'invoicing.compare-documents', { from: DAY, to: DAY })).toMatchObject({
    code: 'invoicing.tax-office-silent',
  })
  expect(simulator.calls().length - before).toBeLessThan(5)
})
