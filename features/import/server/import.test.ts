/** Tests that files are imported by the rules of their records, and that an import is taken back. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import writeExcel from 'write-excel-file/node'
import { dayOf } from '#kernel/day.ts'
import { inWindows1253 } from '#features/supplier-files/server/test-files.ts'
import { sql } from '#server/db/database.ts'
import { callByName, openTestCompany, refusalIn, type TestCompany, uploadByName } from '#testing/company.ts'
import { countViolations } from '#testing/invariants.ts'
import type { Counts, ImportFile, OutcomeRow } from '../domain/contract.ts'
import type { Target } from '../domain/targets.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const call = async (name: string, input: object) => {
  const { status, json } = await callByName(company, name, input, { token: company.tokens.admin })
  return { status, json: json as never, refusal: refusalIn(json) }
}

async function upload(target: Target, content: string | Buffer, person: 'admin' | 'user' = 'admin') {
  const input = { target, name: 'αρχείο' }
  const { json } = await uploadByName(company, 'import.read-file', input, content, { token: company.tokens[person] })
  return { id: (json as { id: number }).id, refusal: refusalIn(json) as { code: string; details?: object } | null }
}

type File = { file: ImportFile; headings: string[]; columns: (string | null)[]; key: string; system: string | null }
const fileOf = async (id: number): Promise<File> => (await call('import.file', { id })).json

async function chosenFor(id: number, more: Partial<Pick<File, 'columns' | 'key'> & { asWritten: boolean }> = {}) {
  const { columns, key } = await fileOf(id)
  return { id, columns, key, ...more }
}
const check = async (
  id: number,
  more: Partial<Pick<File, 'columns' | 'key'> & { asWritten: boolean; words: object[] }> = {},
): Promise<OutcomeRow[]> =>
  ((await call('import.check-rows', { ...(await chosenFor(id, more)), after: 0 })).json as { rows: OutcomeRow[] }).rows
const run = async (
  id: number,
  more: Partial<Pick<File, 'columns' | 'key'> & { asWritten: boolean; words: object[] }> = {},
): Promise<Counts> => (await call('import.import-rows', await chosenFor(id, more))).json
const imported = async (target: Target, content: string | Buffer) => {
  const { id } = await upload(target, content)
  return { id, counts: await run(id) }
}
const undo = async (id: number) => (await call('import.undo-import', { id })).json
const outcomes = (rows: readonly OutcomeRow[]) =>
  rows.map(({ line, outcome, refusal }) => [line, outcome, refusal?.code])
const lines = async (id: number, kind: string) =>
  ((await call('import.lines', { id, kind })).json as { rows: { name: string; refusal: { code: string } | null }[] })
    .rows
const customerCount = async () =>
  (await company.db.one<{ count: number }>(sql`select count(*)::int as count from customers`)).count
const customers = (like: string) =>
  company.db.many(
    sql`select name, vat, city, discount_bp as discount from customers where name like ${like} order by name`,
  )

test.each([
  ['UTF-8', (text: string) => Buffer.from(text)],
  ['Windows-1253', inWindows1253],
] as const)(
  'exports of Greek systems in %s are imported with their letters, prices and balances',
  async (name, encode) => {
    const mark = name.slice(-1)
    const vat = mark === '8' ? '090000033' : '090000045'
    const customer = `Ταβέρνα Ώρα ${mark}`
    const customersFile = `ΚΩΔ. ΠΕΛΑΤΗ;ΕΠΩΝΥΜΙΑ ΠΕΛΑΤΗ;ΑΦΜ;ΔΟΥ;ΤΗΛ. 1\r\n30-1;${customer};${vat};Α΄ Βόλου;24210 11111\r\n`
    const productsFile = `Κωδικός;Περιγραφή;ΜΜ1;Τιμή Χονδρικής;Τιμή Λιανικής;Κατηγορία\r\nΚΕΡ-${mark};Κερί ${mark};ΤΕΜ;1.012,50;1.200,75;Κεριά\r\n`
    const stockFile = `ΚΩΔ. ΕΙΔΟΥΣ;ΠΕΡΙΓΡΑΦΗ ΕΙΔΟΥΣ;ΠΟΣ. ΥΠΟΛΟΙΠΟ\r\nΚΕΡ-${mark};Κερί ${mark};1.250,00\r\n`
    const balancesFile = `ΚΩΔ. ΠΕΛΑΤΗ;ΕΠΩΝΥΜΙΑ ΠΕΛΑΤΗ;ΧΡΕΩΣΗ;ΠΙΣΤΩΣΗ;ΥΠΟΛΟΙΠΟ\r\n30-1;${customer};2.000,00;765,44;1.234,56\r\n`
    for (const [target, text] of [
      ['customers', customersFile],
      ['products', productsFile],
      ['stock', stockFile],
      ['customer-balances', balancesFile],
    ] as const)
      expect((await imported(target, encode(text))).counts).toMatchObject({ refused: 0, same: 0 })
    expect(
      await company.db.one(sql`
      select c.name, c.tax_office as office, o.amount_cents as amount, p.name as product, p.b2b_sales_price_e4 as price, p.stock_e4 as stock
      from customers c join opening_balances o on o.customer_id = c.id cross join products p
      where c.vat = ${vat} and p.sku = ${`ΚΕΡ-${mark}`}`),
    ).toEqual({
      name: customer,
      office: 'Α΄ Βόλου',
      amount: 1_234_56,
      product: `Κερί ${mark}`,
      price: 1012_5000,
      stock: 1250_0000,
    })
  },
)

describe('customers from JSON', () => {
  test.each([
    ['{"name": "Νίκος"}', 'import.no-customers'],
    ['[{"name": "Νίκος"', 'import.file-json'],
    ['[]', 'import.file-no-rows'],
    ['', 'import.file-empty'],
  ])('%s is refused with its reason', async (content, code) => {
    expect((await upload('customers', content)).refusal?.code).toBe(code)
  })

  test('are checked, imported with their numbers, and taken back', async () => {
    const before = await customerCount()
    const records = [
      {
        id: 70_001,
        name: 'Ταβέρνα Αθηνά',
        vat: 94_014_201,
        discount: 12.5,
        customfields: [{ name: 'Ωράριο', value: '9-17' }],
      },
      { id: 70_002, name: 'ab' },
      { id: 70_003, name: 'Ταβέρνα Βόλος', email: 'δεν είναι' },
      { id: 888888, name: 'Ταβέρνα Γαία' },
    ]
    const { id } = await upload('customers', JSON.stringify(records))
    const expected = [
      [1, 'new', undefined],
      [2, 'refused', 'customers.short-name'],
      [3, 'refused', 'customers.wrong-email'],
      [4, 'refused', 'import.number-taken'],
    ]
    expect(outcomes(await check(id))).toEqual(expected)
    expect(await customerCount()).toBe(before)
    expect(await run(id)).toEqual({ added: 1, changed: 0, same: 0, refused: 3 })
    expect(await customers('Ταβέρνα Α%')).toEqual([
      { name: 'Ταβέρνα Αθηνά', vat: '094014201', city: '', discount: 1250 },
    ])
    expect((await company.run('customers.create-customer', { name: 'Ο επόμενος' })) as { id: number }).toMatchObject({
      // also the numbers of refused rows are given to nobody else
      id: 70_004,
    })
    expect((await call('import.import-rows', await chosenFor(id))).refusal).toMatchObject({ code: 'import.done' })
    expect((await lines(id, 'refused')).map(({ name }) => name)).toEqual(['ab', 'Ταβέρνα Βόλος', 'Ταβέρνα Γαία'])
    expect(await undo(id)).toEqual({ takenBack: 1, left: 0 })
    expect(await customers('Ταβέρνα Α%')).toEqual([])
  })
})

test.each([
  ['customers', 'party_ids', 'Κωδικός;Επωνυμία', 'Μεζεδοπωλείο'],
  ['products', 'products_id_seq', 'Αριθμός;Περιγραφή', 'Τραπέζι'],
] as const)(
  'a check of %s takes and raises no number, also for rows without one',
  async (target, sequence, headings, name) => {
    const numbers = () =>
      company.db.one<{ last: number }>(sql`select pg_sequence_last_value(${sequence}::regclass) as last`)
    const before = await numbers()
    const next = before.last + 1
    const { id } = await upload(target, `${headings}\r\n${next};${name} ένα\r\n;${name} δύο\r\n;${name} τρία\r\n`)
    const columns = ['id', 'name']
    expect(outcomes(await check(id, { columns, key: 'name' }))).toEqual([
      [2, 'new', undefined],
      [3, 'new', undefined],
      [4, 'new', undefined],
    ])
    expect(await numbers()).toEqual(before)
    expect(await run(id, { columns, key: 'name' })).toEqual({ added: 3, changed: 0, same: 0, refused: 0 })
    expect(await numbers()).toEqual({ last: next + 2 })
  },
)

describe('customers from CSV', () => {
  const csv = [
    'Επωνυμία;Α.Φ.Μ.;Πόλη;Έκπτωση;Πελατειακή ομάδα',
    'Καφέ Ένα;094014201;Βόλος;5,5;Α',
    'Καφέ Δύο;998765435;Λάρισα;;Β',
  ]

  test('change what is there by the VAT number, leave empty cells alone, and say what is twice', async () => {
    const first = await imported('customers', csv.join('\r\n'))
    expect(first.counts).toEqual({ added: 2, changed: 0, same: 0, refused: 0 })
    const again = [
      csv[0],
      'Καφέ Ένα;EL 094014201;Αθήνα;;',
      'Καφέ Δύο;998765435;Λάρισα;;',
      'Καφέ Τρία;094014201;;;',
    ].join('\n')
    const second = await upload('customers', again)
    const rows = await check(second.id)
    expect(outcomes(rows)).toEqual([
      [2, 'changed', undefined],
      [3, 'same', undefined],
      [4, 'refused', 'import.twice'],
    ])
    expect(rows[0]?.changes).toEqual({ city: ['Βόλος', 'Αθήνα'], vat: ['094014201', 'EL 094014201'] })
    expect(await run(second.id)).toEqual({ added: 0, changed: 1, same: 1, refused: 1 })
    expect(await undo(second.id)).toEqual({ takenBack: 1, left: 0 })
    expect(await customers('Καφέ Ένα')).toEqual([{ name: 'Καφέ Ένα', vat: '094014201', city: 'Βόλος', discount: 550 }])
  })

  test('get the salesperson whose name the file contains, and are refused if it names none or two', async () => {
    await company.db.run(sql`
      insert into salespersons (name, surname) values ('Άννα', 'Νίκου'), ('Πέτρος', 'Ρήγας'), ('Ελένη', 'Ρήγας')`)
    const { id } = await upload('customers', 'Επωνυμία;Πωλητής\nΜε Ένα;νικου αννα\nΜε Δύο;Ρήγας\nΜε Κανένα;Λάμπρου')
    expect(outcomes(await check(id))).toEqual([
      [2, 'new', undefined],
      [3, 'refused', 'import.no-salesperson'],
      [4, 'refused', 'import.no-salesperson'],
    ])
    await run(id)
    const { surname } = await company.db.one<{ surname: string }>(sql`
      select s.surname from customers c join salespersons s on s.id = c.salesperson_id where c.name = 'Με Ένα'`)
    expect(surname).toBe('Νίκου')
    await undo(id)
  })

  test('with a wrong check digit are refused until the person confirms all of them once, and then keep it (C-100)', async () => {
    const { id } = await upload('customers', 'Επωνυμία;ΑΦΜ\nΛάθος Ένα;094014202\nΛάθος Δύο;094014203\nΣωστό;094014201')
    const rows = await check(id)
    expect(outcomes(rows).slice(0, 2)).toEqual([
      [2, 'refused', 'parties.vat-digit'],
      [3, 'refused', 'parties.vat-digit'],
    ])
    expect(rows[0]?.refusal?.details).toMatchObject({ confirm: 'asWritten' })
    const confirmed = { asWritten: true }
    expect(outcomes(await check(id, confirmed)).slice(0, 2)).toEqual([
      [2, 'new', undefined],
      [3, 'new', undefined],
    ])
    expect(await run(id, confirmed)).toMatchObject({ added: 2, refused: 0 })
    expect((await customers('Λάθος%')).map((one) => (one as { vat: string }).vat)).toEqual(['094014202', '094014203'])
    const goods = await upload('products', 'Όνομα;Barcode\nΔικός κωδικός εισαγωγής;5201234500098')
    expect(outcomes(await check(goods.id))).toEqual([[2, 'refused', 'products.barcode-digit']])
    expect(await run(goods.id, confirmed)).toMatchObject({ added: 1, refused: 0 })
  })

  test('an undo leaves what was changed or used since, each with its reason', async () => {
    const { id } = await imported('customers', 'name\nΜένει αλλαγμένος\nΜένει με παραγγελία\nΦεύγει')
    const idOf = async (name: string) =>
      (await company.db.one<{ id: number }>(sql`select id from customers where name = ${name}`)).id
    const changed = await idOf('Μένει αλλαγμένος')
    await company.run('customers.change-customer', { id: changed, version: 1, changes: { city: 'Χανιά' } })
    await company.order('OFFER', { customer: await idOf('Μένει με παραγγελία') })
    expect(await undo(id)).toEqual({ takenBack: 1, left: 2 })
    expect((await lines(id, 'left')).map(({ name, refusal }) => [name, refusal?.code])).toEqual([
      ['Μένει αλλαγμένος', 'import.changed-since'],
      ['Μένει με παραγγελία', 'customers.in-use'],
    ])
    expect(await customers('Φεύγει')).toEqual([])
    expect((await call('import.undo-import', { id })).refusal).toMatchObject({ code: 'import.undone' })
  })

  test('columns that people chose are remembered for the next file', async () => {
    const { id } = await upload(
      'customers',
      csv.join('\n').replaceAll('Καφέ', 'Μπαρ').replaceAll('09401', '').replaceAll('99876', ''),
    )
    expect((await fileOf(id)).columns).toEqual(['name', 'vat', 'city', 'discount', null])
    await run(id, { columns: ['name', null, 'city', 'discount', 'own-field'], key: 'name' })
    expect(await company.db.one(sql`select custom_fields as own from customers where name = 'Μπαρ Ένα'`)).toEqual({
      own: [{ name: 'Πελατειακή ομάδα', value: 'Α' }],
    })
    const next = await upload('customers', csv.join('\n'))
    expect((await fileOf(next.id)).columns).toEqual(['name', null, 'city', 'discount', 'own-field'])
  })
})

describe('goods', () => {
  test('come from Excel, with recipes and stock figures, and their stock is booked', async () => {
    const content = await writeExcel([
      ['Κωδικός', 'Περιγραφή', 'ΜΜ1', 'Τιμή Χονδρικής', 'Τύπος', 'Barcode', 'Κόστος'].map((value) => ({ value })),
      [
        { value: 'K-900' },
        { value: 'Κερί 900' },
        { value: 'ΤΕΜ' },
        { value: 2.35 },
        { value: 'προϊόν' },
        { value: 5201234567894 },
        null,
      ],
      [
        { value: 'Y-900' },
        { value: 'Παραφίνη 900' },
        { value: 'κιλά' },
        null,
        { value: 'πρώτη ύλη' },
        null,
        { value: 3.2 },
      ],
      [{ value: 'Z-900' }, { value: 'Λάθος μονάδα' }, { value: 'δράμια' }, null, null, null, null],
    ]).toBuffer()
    const goods = await imported('products', content)
    expect(goods.counts).toEqual({ added: 2, changed: 0, same: 0, refused: 1 })
    expect((await lines(goods.id, 'refused')).map(({ refusal }) => refusal?.code)).toEqual(['import.cell-choice'])
    const recipes = await imported(
      'recipes',
      'Κωδικός προϊόντος,Βήμα,Τμήμα,Υλικό,Ποσότητα\nK-900,1,GEMISMA,Y-900,0.25\n,2,KOPSIMO,Y-900,0.01\nX-1,1,GEMISMA,Y-900,1',
    )
    expect(recipes.counts).toEqual({ added: 0, changed: 1, same: 0, refused: 1 })
    const product = () =>
      company.db.one(sql`
        select barcode, unit, cost_price_e4 as cost, b2b_sales_price_e4 as price, stock_e4 as stock from products where sku = 'K-900'`)
    expect(await product()).toEqual({ barcode: '5201234567894', unit: 'Item', cost: 8320, price: 23500, stock: 0 })
    const stock = await imported('stock', 'Κωδικός;Απόθεμα\nK-900;1.250\nY-900;12,5\nK-000;1\n')
    expect(stock.counts).toEqual({ added: 0, changed: 2, same: 0, refused: 1 })
    expect(await product()).toMatchObject({ stock: 12_500_000 })
    expect(Object.values(await countViolations(company.db)).every((count) => count === 0)).toBe(true)
    // in this order, because goods with movements stay
    expect(await undo(stock.id)).toEqual({ takenBack: 2, left: 0 })
    expect(await undo(recipes.id)).toEqual({ takenBack: 1, left: 0 })
    expect(await product()).toMatchObject({ stock: 0, cost: 0 })
    expect(await undo(goods.id)).toEqual({ takenBack: 0, left: 2 })
  })
})

test('a refused cell whose shown part ends inside an emoji is stored with its reason', async () => {
  const { id, counts } = await imported('customers', `name;Έκπτωση\nΚερί στο τέλος;${'9'.repeat(59)}🕯🕯`)
  expect(counts).toEqual({ added: 0, changed: 0, same: 0, refused: 1 })
  expect((await lines(id, 'refused')).map(({ refusal }) => refusal?.code)).toEqual(['import.cell-decimal'])
})

test('an Excel file with a value in a column that no spreadsheet has is refused before it fills the memory', async () => {
  const sheet = await writeExcel([[{ value: 'name' }], [{ value: 'Κερί' }]]).toBuffer()
  const files = unzipSync(new Uint8Array(sheet))
  const path = 'xl/worksheets/sheet1.xml'
  files[path] = strToU8(strFromU8(files[path] ?? new Uint8Array()).replace('r="A2"', 'r="ZZZZZ2"'))
  expect((await upload('customers', Buffer.from(zipSync(files)))).refusal?.code).toBe('import.file-too-large')
})

describe('opening balances', () => {
  const sums = () =>
    company.db.one(sql`
      select (select count(*)::int from postings where source <> 'opening') as counted, (select count(*)::int from account_days) as days,
        (select count(*)::int from payments) as payments, (select count(*)::int from orders) as orders`)
  const accountOf = async (name: string) => {
    const { id } = await company.db.one<{ id: number }>(sql`select id from customers where name = ${name}`)
    const { json } = await call('customers.account', { id })
    return {
      id,
      account: json as { statistics: { balance: number; sales: number }; aging: object; transactions: object[] },
    }
  }

  test('count in the balance and nowhere else, are replaced by a later file, and are taken back', async () => {
    await imported('customers', 'name;Tax ID\nΑρχή Ένα;998877666\nΑρχή Δύο;\nΑρχή Τρία;')
    const before = await sums()
    const file =
      'ΑΦΜ;Επωνυμία;Υπόλοιπο;Ημ/νία;Αιτιολογία\n998877666;;1.250,40;31/12/2025;Από Softone\n;Αρχή Δύο;-80,00;31/12/2025;\n;Αρχή Τρία;0,00;;\n;Άγνωστος;1,00;;\n;Αρχή Ένα;5;31/12/2099;'
    const first = await upload('customer-balances', file)
    const rows = await check(first.id)
    expect(outcomes(rows)).toEqual([
      [2, 'new', undefined],
      [3, 'new', undefined],
      [4, 'same', undefined],
      [5, 'refused', 'import.no-customer'],
      [6, 'refused', 'parties.opening-ahead'],
    ])
    expect(rows[0]?.changes).toMatchObject({ openingBalance: [null, 1250.4], openingDay: [null, '2025-12-31'] })
    expect(await run(first.id)).toEqual({ added: 2, changed: 0, same: 1, refused: 2 })
    const { id, account } = await accountOf('Αρχή Ένα')
    expect(account.statistics).toMatchObject({ balance: 1250_40, sales: 0 })
    expect(account.aging).toMatchObject({ older: 1250_40, days30: 0, credit: 0 })
    expect(account.transactions).toMatchObject([{ kind: 'opening', amount: 1250_40, reference: 'Από Softone' }])
    expect((await accountOf('Αρχή Δύο')).account.aging).toMatchObject({ credit: 80_00, older: 0 })
    expect(await sums()).toEqual(before)
    // a payment settles it first, because it is the oldest charge
    const payment = {
      bound: 'Inbound',
      type: 'CASH',
      amount: 1000_00,
      date: dayOf(new Date().toISOString()),
      customerId: id,
    }
    expect(await company.run('payments.record-payment', payment)).toMatchObject({ balance: 250_40 })
    expect((await accountOf('Αρχή Ένα')).account.aging).toMatchObject({ older: 250_40, credit: 0 })
    expect((await call('payments.party-matching', { kind: 'customers', id })).json).toMatchObject({
      owed: 250_40,
      unmatched: 0,
    })

    const second = await imported('customer-balances', 'ΑΦΜ;Υπόλοιπο;Ημ/νία\n998877666;1.300,00;31/12/2025')
    expect(second.counts).toEqual({ added: 0, changed: 1, same: 0, refused: 0 })
    expect(await undo(first.id)).toEqual({ takenBack: 1, left: 1 })
    expect(await undo(second.id)).toEqual({ takenBack: 1, left: 0 })
    expect((await accountOf('Αρχή Ένα')).account.statistics.balance).toBe(250_40)
    expect((await accountOf('Αρχή Δύο')).account.statistics.balance).toBe(0)
  })

  test('of providers count in the account and in the list of balances', async () => {
    await imported('providers', 'name\nΠρομηθευτής Αρχής')
    const { counts } = await imported('provider-balances', 'name,balance,date\nΠρομηθευτής Αρχής,500.00,2026-01-01')
    expect(counts.added).toBe(1)
    const { json } = await call('providers.balances', { search: 'Προμηθευτής Αρχής' })
    expect(json as { rows: object[] }).toMatchObject({
      rows: [{ balance: 500_00, invoiced: 0, paid: 0, older: 500_00 }],
    })
  })
})

test('only administrators import, and a program cannot', async () => {
  expect((await upload('customers', '[]', 'user')).refusal?.code).toBe('forbidden')
})

test('goods with units and types that are not known are imported as the person answers once for each text', async () => {
  const { id } = await upload(
    'products',
    'Κωδικός;Περιγραφή;ΜΜ;Τύπος\r\nΜΜ-1;Ύφασμα κεριού;τ.μ.;simple\r\nΜΜ-2;Κορδόνι;μ.μ.;simple\r\n',
  )
  const file = (await call('import.file', { id })).json as { texts: (string[] | null)[] }
  expect(file.texts.slice(2)).toEqual([['τ.μ.', 'μ.μ.'], ['simple']])
  expect(outcomes(await check(id))).toEqual([
    [2, 'refused', 'import.cell-choice'],
    [3, 'refused', 'import.cell-choice'],
  ])
  const words = [
    { field: 'unit', text: 'τ.μ.', value: 'Item' },
    { field: 'unit', text: 'μ.μ.', value: 'Meter' },
    { field: 'usageType', text: 'simple', value: 'COMPLETE-PRODUCT' },
  ]
  const input = { ...(await chosenFor(id)), words }
  expect((await call('import.import-rows', input)).json).toEqual({ added: 2, changed: 0, same: 0, refused: 0 })
  expect(
    await company.db.many(sql`select sku, unit, usage_type as type from products where sku like 'ΜΜ-%' order by sku`),
  ).toEqual([
    { sku: 'ΜΜ-1', unit: 'Item', type: 'COMPLETE-PRODUCT' },
    { sku: 'ΜΜ-2', unit: 'Meter', type: 'COMPLETE-PRODUCT' },
  ])

  // the next file of goods has these answers for the texts that it repeats, and files of others do not
  const next = await upload(
    'products',
    'Κωδικός;Περιγραφή;ΜΜ;Τύπος\r\nΜΜ-3;Νήμα;Μ.Μ.;simple\r\nΜΜ-4;Κουτί;δέμα;simple\r\n',
  )
  const answers = ((await call('import.file', { id: next.id })).json as { words: object[] }).words
  expect(answers).toEqual([
    { field: 'unit', text: 'Μ.Μ.', value: 'Meter' },
    { field: 'usageType', text: 'simple', value: 'COMPLETE-PRODUCT' },
  ])
  expect(outcomes(await check(next.id, { words: answers }))).toEqual([
    [2, 'new', undefined],
    [3, 'refused', 'import.cell-choice'],
  ])
  const stock = await upload('stock', 'Κωδικός;Απόθεμα\r\nsimple;5\r\n')
  expect((await call('import.file', { id: stock.id })).json).toMatchObject({ words: [] })
})
