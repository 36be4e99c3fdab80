import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveCompany } from '#server/company.ts'
import { sql } from '#server/db/database.ts'
import { answersDuring, SEVERAL } from '#testing/answers-during.ts'
import { ask, openTestCompany, refusalIn, type TestCompany, uploadByName } from '#testing/company.ts'
import type { Person } from '#testing/people-and-goods.ts'
import { SYSTEM } from '#server/command.ts'
import type { Goods } from '#features/supplier-catalogue/domain/goods.ts'
import type { FileDraft } from '../../domain/from-file/contract.ts'
import { fileLack, invoiceOfFile, productsOfFile } from '../../domain/from-file/invoice-of-file.ts'
import { differenceToPaper, inputOf } from '../../domain/invoice-draft.ts'
import { readBeside } from '#features/supplier-files/server/read-beside.ts'
import { goodsForDraftQuery } from '../goods.ts'
import {
  csvFile,
  mydataFile,
  OWN_VAT,
  PROVIDER_VAT,
  TEST_LINES,
  ublFile,
} from '#features/supplier-files/server/test-files.ts'

let company: TestCompany
let provider: number
let paraffin: number
let wick: number
beforeAll(async () => {
  company = await openTestCompany()
  await saveCompany(company.db, { vat: OWN_VAT })
  provider = (
    await company.db.one<{ id: number }>(
      sql`insert into providers (name, vat) values ('Κηροποιία Παπαδάκη', ${PROVIDER_VAT}) returning id`,
    )
  ).id
  const product = async (more: object) =>
    (
      (await company.run('products.create-product', {
        usageType: 'PURCHASED-MATERIAL',
        costPrice: 1_0000,
        ...more,
      })) as {
        id: number
      }
    ).id
  paraffin = await product({ name: 'Παραφίνη λευκή 58/60', unit: 'KG' })
  wick = await product({ name: 'Φυτίλι Ν.12', unit: 'Meter' })
})
afterAll(() => company?.close())

const upload = (content: string, name = 'τιμολόγιο.xml', person: Person = 'user', more: object = {}) =>
  uploadByName(company, 'purchases.read-file', { name, ...more }, content, { token: company.tokens[person] })
const uploaded = async (content: string): Promise<number> => {
  const { status, json } = await upload(content)
  expect(status, JSON.stringify(json)).toBe(200)
  return (json as { id: number }).id
}
const draftOf = async (id: number, providerId: number | null = null): Promise<FileDraft> => {
  const input = encodeURIComponent(JSON.stringify({ id, providerId }))
  const { status, json } = await ask(company, 'GET', `/app/purchases.file-draft?input=${input}`, {
    token: company.tokens.user,
  })
  expect(status, JSON.stringify(json)).toBe(200)
  return (json as { draft: FileDraft }).draft
}
const answer = (fileId: number, line: number, given: object, more: object = {}) =>
  ask(company, 'POST', '/app/purchases.answer-line', {
    token: company.tokens.user,
    body: { fileId, providerId: provider, line, answer: given, ...more },
  })
const states = ({ lines }: FileDraft) => lines.map(({ match }) => (match.state === 'asked' ? match.why : match.state))

describe('an invoice from a file', () => {
  test('asks each line once, and never again for the same provider, in any form of file', async () => {
    const first = await uploaded(mydataFile())
    const draft = await draftOf(first)
    expect(draft.provider).toMatchObject({ id: provider })
    expect(draft.written).toMatchObject({ number: 'ΤΔΑ-4711', date: '2026-11-20', net: 538_50, gross: 662_34 })
    expect(states(draft)).toEqual(['name', 'name', 'unknown'])
    expect(draft.lines[0]?.match).toMatchObject({ candidates: [{ id: paraffin }] })

    expect((await answer(first, 1, { kind: 'product', productId: paraffin })).status).toBe(200)
    // pieces of wick cannot be converted to metres
    const no = await answer(first, 2, { kind: 'product', productId: wick })
    expect(refusalIn(no.json)).toMatchObject({
      code: 'purchases.file.factor',
      details: { unit: 'Item', newUnit: 'Meter' },
    })
    expect((await answer(first, 2, { kind: 'product', productId: wick, factor: 5_0000 })).status).toBe(200)
    expect((await answer(first, 3, { kind: 'expense' })).status).toBe(200)
    const answered = await draftOf(first)
    expect(states(answered)).toEqual(['matched', 'matched', 'expense'])
    expect(answered.lines.flatMap(({ becomes }) => becomes)).toMatchObject([
      { productId: paraffin, unit: 'KG', quantity: 250_0000, price: 1_6500, vat: 24_00 },
      { productId: wick, unit: 'Meter', quantity: 6000_0000, price: 160 },
      { productId: null, name: 'Βιβλίο κηροπλαστικής', quantity: 2_0000, price: 15_0000, vat: 6_00 },
    ])

    const next = TEST_LINES.map((line) => ({ ...line, netCents: line.netCents + 100 }))
    for (const content of [csvFile({ number: '4712', lines: next }), ublFile({ number: '4713', lines: next })])
      expect(states(await draftOf(await uploaded(content)))).toEqual(['matched', 'matched', 'expense'])
    // another provider has other codes
    const other = await draftOf(await uploaded(mydataFile({ providerVat: '099334129' })))
    expect(other.provider).toBeNull()
    expect(states(other)).toEqual(['name', 'name', 'unknown'])
  })

  test('proposes the pack of the catalogue for a product that is stored in another unit', async () => {
    const { id: providerId } = await company.db.one<{ id: number }>(
      sql`insert into providers (name, vat) values ('Φυτίλια Βόλου', '094019245') returning id`,
    )
    await company.run('purchases.set-provider-product', {
      providerId,
      productId: wick,
      version: null,
      code: 'FYT-12',
      name: '',
      price: 2000,
      leadDays: null,
      minimum: 0,
      pack: 5_0000,
      preferred: false,
    })
    const { lines } = await draftOf(await uploaded(mydataFile({ providerVat: '094019245' })))
    expect(lines[1]?.match).toMatchObject({ why: 'unit', product: { id: wick }, proposed: 5_0000 })
  })

  test('keeps the newest answer, and the history of the product names the provider and the line', async () => {
    const file = await uploaded(csvFile({ number: '5001' }))
    await answer(file, (await draftOf(file)).lines[2]?.line ?? 0, {
      kind: 'product',
      productId: paraffin,
      factor: 1_0000,
    })
    expect(states(await draftOf(file))).toEqual(['matched', 'matched', 'matched'])
    await answer(file, (await draftOf(file)).lines[2]?.line ?? 0, { kind: 'expense' })
    expect(states(await draftOf(file))).toEqual(['matched', 'matched', 'expense'])
    const notes = await company.db.many<{ note: string }>(sql`
      select note from history where entity = 'products' and entity_id = ${paraffin} and command = 'purchases.answer-line'
      order by id desc limit 1`)
    expect(notes).toEqual([{ note: 'Κηροποιία Παπαδάκη: VIV-01 Βιβλίο κηροπλαστικής' }])
  })

  test('creates a product from a line, with the codes and the VAT of the file', async () => {
    const line = {
      code: 'NEO-1',
      barcode: '5200000000016',
      name: 'Καλούπι στρογγυλό',
      quantity: 4_0000,
      netCents: 40_00,
    }
    const file = await uploaded(ublFile({ number: '6001', lines: [line] }))
    const { status, json } = await answer(file, 1, { kind: 'new', name: 'Καλούπι', unit: 'Item' })
    expect(status, JSON.stringify(json)).toBe(200)
    const { productId } = json as { productId: number }
    const stored = await company.db.one(sql`
      select name, provsku, barcode, usage_type as "usageType", vat_bp as vat, stock_e4 as stock from products where id = ${productId}`)
    expect(stored).toEqual({
      name: 'Καλούπι',
      provsku: 'NEO-1',
      barcode: '5200000000016',
      usageType: 'PURCHASED-MATERIAL',
      vat: 24_00,
      stock: 0,
    })
    expect(states(await draftOf(file))).toEqual(['matched'])
  })

  test('lets other requests be answered while it is read, and is not read again when it is opened', async () => {
    const content = ublFile({ number: 'ΤΔΑ-6001' })
    // the thread is running
    expect(await readBeside({ content: Buffer.from(''), decimalSign: null })).toHaveProperty('problems')
    const large = Buffer.from(content.replace('<cac:InvoiceLine>', `${'<cbc:Note>σχόλιο</cbc:Note>'.repeat(20_000)}$&`))
    const reading = readBeside({ content: large, decimalSign: null })
    expect(await answersDuring(company, reading)).toBe(SEVERAL)
    expect((await reading).document?.lines).toHaveLength(TEST_LINES.length)
    const id = await uploaded(content)
    await company.db.run(sql`update purchase_files set content = 'no file of an invoice' where id = ${id}`)
    expect((await draftOf(id)).lines).toHaveLength(TEST_LINES.length)
  })

  test('is refused with the line and the reason, and stores nothing', async () => {
    const count = () => company.db.one<{ count: number }>(sql`select count(*)::int as count from purchase_files`)
    const before = await count()
    for (const [content, code] of [
      ['', 'empty'],
      [mydataFile({ buyerVat: '099334129' }), 'other-recipient'],
      [mydataFile({ type: '5.2' }), 'credit'],
      [csvFile().replace('1200;', 'πολλά;'), 'number'],
      [csvFile({ wrongBy: 3 }), 'total-net'],
    ] as const) {
      const { status, json } = await upload(content)
      expect([status, refusalIn(json)?.code]).toEqual([422, `purchases.file.${code}`])
    }
    const { json } = await upload(csvFile().replace('1200;', 'πολλά;'))
    expect(refusalIn(json)?.details).toMatchObject({ line: 7, text: 'πολλά' })
    expect(await count()).toEqual(before)
  })

  test('with numbers of two readings is refused with the question, and read as a person answers each time it is opened', async () => {
    const content = [
      `ΑΦΜ;${PROVIDER_VAT};ΑΦΜ πελάτη;${OWN_VAT}`,
      'Αριθμός παραστατικού;ΤΔΑ-7002;Ημερομηνία;20/11/2026',
      'Περιγραφή;Ποσότητα;Τιμή;ΦΠΑ %',
      'Κερί;1.500;2;24',
    ].join('\n')
    const { status, json } = await upload(content, 'α.csv')
    expect([status, refusalIn(json)?.code, refusalIn(json)?.details]).toMatchObject([
      422,
      'purchases.file.sign',
      { line: 4, text: '1.500' },
    ])
    const answered = (await upload(content, 'α.csv', 'user', { decimalSign: ',' })).json as { id: number }
    expect((await draftOf(answered.id)).lines).toMatchObject([{ quantity: 1500_0000, net: 3000_00 }])
  })

  test('uploaded twice is stored once, and a person without the right may not upload it', async () => {
    const one = await uploaded(mydataFile({ number: '7001' }))
    expect(await uploaded(mydataFile({ number: '7001' }))).toBe(one)
    expect((await upload(mydataFile(), 'a.xml', 'driver')).status).toBe(403)
  })

  test('becomes an invoice that has the file as a note, and the same file is refused until that invoice is cancelled', async () => {
    const content = mydataFile({ number: '8001' })
    const id = await uploaded(content)
    const draft = await draftOf(id)
    expect(fileLack(draft)).toBeNull()
    const { rows } = (await company.runner.ask(goodsForDraftQuery, { ids: productsOfFile(draft) }, SYSTEM)) as {
      rows: Goods[]
    }
    const invoice = { ...invoiceOfFile(draft, rows), refcode: '24.00.01' }
    expect(differenceToPaper(invoice, false)).toBeNull()
    const book = () =>
      ask(company, 'POST', '/app/purchases.create-invoice', { token: company.tokens.user, body: inputOf(invoice) })
    const { status, json } = await book()
    expect(status, JSON.stringify(json)).toBe(200)
    const booked = (json as { id: number }).id
    const stored = await company.db.one(sql`
      select number, total_cents as total, line_count as lines from inbound_invoices where id = ${booked}`)
    expect(stored).toEqual({ number: 'ΤΔΑ-8001', total: 662_34, lines: 3 })
    const kept = await company.db.one<{ content: Buffer }>(sql`
      select f.content from files f join notes n on n.id = f.note_id where n.entity = 'invoices' and n.entity_id = ${booked}`)
    expect(Buffer.from(kept.content).toString()).toBe(content)

    const again = await upload(content)
    expect([again.status, refusalIn(again.json)]).toMatchObject([
      409,
      { code: 'purchases.file.used', details: { invoiceId: booked, number: 'ΤΔΑ-8001' } },
    ])
    // another file with the same number
    const other = await draftOf(await uploaded(ublFile({ number: '8001' })))
    expect(other.sameNumber).toEqual({ id: booked, number: 'ΤΔΑ-8001' })

    await company.run('purchases.cancel-invoice', { id: booked, version: 1, reason: 'λάθος', belowZero: true })
    const replaced = await draftOf(await uploaded(content))
    expect(replaced.canceled).toEqual({ id: booked, number: 'ΤΔΑ-8001' })
    expect((await book()).status).toBe(200)
  })
})
