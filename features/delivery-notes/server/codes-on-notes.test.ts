/** Delivery notes name the code of each of their goods, and from the day of the law no note is sent without. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveCompany, saveSetting } from '#server/company.ts'
import { noteToWire } from '#server/integrations/accounting/note-wire.ts'
import { noteXml } from '#server/integrations/accounting/note-xml.ts'
import { EPSILON_RULES } from '#server/integrations/accounting/epsilon-wire.ts'
import { sendForm } from '#simulators/epsilon-document.ts'
import type { KeyedNote } from '#server/integrations/accounting/accounting.ts'
import { sql } from '#server/db/database.ts'
import { openTestCompany, shipmentOf, type TestCompany } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { faultsOfXml } from '#testing/tax/mydata-schema.ts'
import type { ShipmentNotes } from '../domain/contract.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
  await saveCompany(company.db, { name: 'Κερίνο', vat: '094014201', address: 'Ορφέως 114, 118 55 Αθήνα' })
  await saveSetting(company.db, 'accounting-state', { configured: true, test: false })
  await company.db.run(sql`update customers set vat = '094019245', address = 'Αιόλου 3', postcode = '105 51', city = 'Αθήνα'
    where id = ${company.stock.customer}`)
})
afterAll(() => company?.close())

const { does, refusalOf } = peopleOf(() => company)
const BEFORE_LAW = '9999-01-01'
const AFTER_LAW = '2020-01-01'
const codesFrom = (codesFromDay: string) => saveSetting(company.db, 'movement', { fromDay: '2020-01-01', codesFromDay })
const setCode = (code: string | null) =>
  company.db.run(sql`update products set cn_code = ${code} where id = ${company.stock.candle}`)
beforeEach(() => setCode('34060000'))

async function planned(): Promise<number> {
  const shipmentId = await shipmentOf(company, await company.order('ON SHIPPING'))
  await company.db.run(sql`update shipments set vehicle = 'ΥΖΑ-1234' where id = ${shipmentId}`)
  return shipmentId
}
const notes = (shipmentId: number) => does<ShipmentNotes>('driver', 'movement.notes', { shipmentId })
const requestOf = async (shipmentId: number) =>
  (
    await company.db.one<{ request: KeyedNote }>(
      sql`select request from delivery_notes where shipment_id = ${shipmentId} order by id desc limit 1`,
    )
  ).request
const taricNumbers = (xml: string) => [...xml.matchAll(/<TaricNo>(.*?)<\/TaricNo>/g)].map(([, number]) => number)

test('the default of the day is that of the law, and the day cannot be left empty', async () => {
  const { values } = await does<{ values: { codesFromDay: string } }>('admin', 'settings.movement', {})
  expect(values.codesFromDay).toBe('2027-01-01')
  expect(
    await refusalOf('admin', 'settings.save-movement', {
      values: { codesFromDay: '' },
      shown: { codesFromDay: '2027-01-01' },
    }),
  ).toMatchObject({ kind: 'invalid', details: { fields: { 'values.codesFromDay': 'required' } } })
})

test('a note names the code of each line in ten digits, valid by the schema and as the provider takes it', async () => {
  await codesFrom(AFTER_LAW)
  const shipmentId = await planned()
  expect(await does('driver', 'movement.issue', { shipmentId })).toMatchObject({ issued: 1, refused: [] })
  const request = await requestOf(shipmentId)
  const xml = noteXml(request)
  expect(taricNumbers(xml)).toContain('3406000000')
  expect(taricNumbers(xml)).toHaveLength(request.lines.length)
  expect(await faultsOfXml([{ fileName: 'note.xml', contents: xml }])).toEqual([])
  const wire = sendForm.parse(noteToWire(request, EPSILON_RULES))
  expect(wire.source.invoice.invoiceDetails.map(({ taricNo }) => taricNo)).toEqual(taricNumbers(xml))
})

test('before the day goods without a code are named, and their note is sent without', async () => {
  await codesFrom(BEFORE_LAW)
  await setCode(null)
  const shipmentId = await planned()
  const { codesFromDay, stops } = await notes(shipmentId)
  expect([codesFromDay, stops[0]?.problems, stops[0]?.goodsWithoutCode]).toEqual([
    BEFORE_LAW,
    [],
    [{ id: company.stock.candle, name: 'Κερί', problem: 'missing' }],
  ])
  expect(await does('driver', 'movement.issue', { shipmentId })).toMatchObject({ issued: 1 })
  const xml = noteXml(await requestOf(shipmentId))
  expect(taricNumbers(xml)).not.toContain('3406000000')
  expect(await faultsOfXml([{ fileName: 'note.xml', contents: xml }])).toEqual([])
  expect((await notes(shipmentId)).stops[0]?.goodsWithoutCode).toEqual([])
})

test('from the day on no note is sent without, the refusal names the goods, and a code lets it go', async () => {
  await codesFrom(AFTER_LAW)
  await setCode(null)
  const shipmentId = await planned()
  expect((await notes(shipmentId)).stops[0]).toMatchObject({
    problems: ['goods-code'],
    goodsWithoutCode: [{ id: company.stock.candle, name: 'Κερί', problem: 'missing' }],
  })
  expect(await refusalOf('driver', 'movement.issue', { shipmentId })).toMatchObject({
    code: 'movement.goods-code',
    details: { goods: 'Κερί' },
  })
  expect((await refusalOf('driver', 'shipping.depart', { id: shipmentId, withoutMissing: true })).code).toBe(
    'shipping.notes-missing',
  )
  const { product } = await does<{ product: { version: number } }>('user', 'products.detail', {
    id: company.stock.candle,
  })
  await does('user', 'products.change-product', {
    id: company.stock.candle,
    version: product.version,
    changes: { cnCode: '34060000' },
  })
  expect(await does('driver', 'movement.issue', { shipmentId })).toMatchObject({ issued: 1 })
})

test('a code that has ended by the loaded list counts as none', async () => {
  await codesFrom(AFTER_LAW)
  await company.db.run(sql`
    insert into goods_codes (code, name, to_day) values ('34060000', 'Κεριά', '2020-12-31'), ('70139900', 'Γυάλινα σκεύη', null)`)
  try {
    const shipmentId = await planned()
    expect((await notes(shipmentId)).stops[0]?.goodsWithoutCode).toEqual([
      { id: company.stock.candle, name: 'Κερί', problem: 'ended' },
    ])
    expect((await refusalOf('driver', 'movement.issue', { shipmentId })).code).toBe('movement.goods-code')
  } finally {
    await company.db.run(sql`delete from goods_codes`)
  }
})

test('the planning names the goods without a valid code, and none if vehicles need no notes', async () => {
  await setCode(null)
  const orderId = await company.order('INVOICED')
  const load = async () =>
    (
      await does<{ withoutCode: { fromDay: string; now: boolean; goods: object[] } }>('user', 'shipping.load', {
        orderIds: [orderId],
      })
    ).withoutCode
  const candle = { id: company.stock.candle, name: 'Κερί', problem: 'missing' }
  await codesFrom(BEFORE_LAW)
  expect(await load()).toEqual({ fromDay: BEFORE_LAW, now: false, goods: [candle] })
  await codesFrom(AFTER_LAW)
  expect(await load()).toEqual({ fromDay: AFTER_LAW, now: true, goods: [candle] })
  await setCode('34060000')
  expect((await load()).goods).toEqual([])
  await setCode(null)
  await saveSetting(company.db, 'movement', { codesFromDay: AFTER_LAW })
  expect((await load()).goods).toEqual([])
})
