/** The yearly list of codes of goods is loaded from a file, again the next year, and taken back. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import writeExcel from 'write-excel-file/node'
import { sql } from '#server/db/database.ts'
import { callByName, openTestCompany, refusalIn, type TestCompany, uploadByName } from '#testing/company.ts'
import type { Counts, ImportFile } from '../domain/contract.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const call = async <T>(name: string, input: object) => {
  const { status, text, json } = await callByName(company, name, input, { token: company.tokens.admin })
  if (status !== 200) throw new Error(`${name}: ${status} ${text}`)
  return json as T
}
type File = { file: ImportFile; columns: (string | null)[]; key: string }

async function imported(content: string | Buffer) {
  const input = { target: 'goods-codes', name: 'ΣΟ.csv' }
  const { json } = await uploadByName(company, 'import.read-file', input, content, { token: company.tokens.admin })
  const { id } = json as { id: number }
  const { columns, key } = await call<File>('import.file', { id })
  return { id, columns, counts: await call<Counts>('import.import-rows', { id, columns, key }) }
}
const stored = () =>
  company.db.many(sql`select code, name, from_day::text as "from", to_day::text as "to" from goods_codes order by code`)

test('a CSV file of the union is loaded: codes as they are printed, headings left out with their reason, and the next year ends what it ends', async () => {
  const first = await imported(
    'Κωδικός ΣΟ;Περιγραφή;Ισχύει από;Ισχύει έως\n3406;Κεριά (κλάση);01/01/2026;\n3406 00 00;"Κεριά; κεράκια";01/01/2026;\n01012100;Άλογα;01/01/2026;31/12/2026\n7013 99 00;Γυάλινα;;\n1012910;Χωρίς μηδέν;;\n7013 37 10;Ποτήρια;31/12/2026;01/01/2026\n',
  )
  expect(first.columns).toEqual(['code', 'name', 'fromDay', 'toDay'])
  expect(first.counts).toMatchObject({ added: 3, changed: 0, same: 0, refused: 3 })
  const { rows } = await call<{ rows: { name: string; refusal: { code: string; details?: object } }[] }>(
    'import.lines',
    {
      id: first.id,
      kind: 'refused',
    },
  )
  expect(rows.map(({ refusal }) => refusal.code)).toEqual([
    'import.cell-goods-code',
    'import.cell-goods-code',
    'import.ends-before-start',
  ])
  expect(rows[2]).toMatchObject({
    name: '7013 37 10 Ποτήρια',
    refusal: { details: { code: '7013 37 10', from: '2026-12-31', to: '2026-01-01' } },
  })
  const loaded = [
    { code: '01012100', name: 'Άλογα', from: '2026-01-01', to: '2026-12-31' },
    { code: '34060000', name: 'Κεριά; κεράκια', from: '2026-01-01', to: null },
    { code: '70139900', name: 'Γυάλινα', from: null, to: null },
  ]
  expect(await stored()).toEqual(loaded)
  const second = await imported(
    'code,text,from,to\n34060000,"Κεριά; κεράκια",2026-01-01,\n70139900,Γυάλινα σκεύη,,2026-12-31\n70139901,Νέα σκεύη,2027-01-01,\n',
  )
  expect(second.counts).toMatchObject({ added: 1, changed: 1, same: 1, refused: 0 })
  expect(await call('import.undo-import', { id: second.id })).toEqual({ takenBack: 2, left: 0 })
  expect(await stored()).toEqual(loaded)
})

test('an Excel file of TARIC is loaded: the mark behind ten digits says which lines goods may have', async () => {
  const rows = [
    ['Goods code', 'Start date', 'End date', 'Description'],
    ['3407000000 80', '01-01-1972', '', 'Modelling pastes'],
    ['3407000010 10', '01-01-1972', '', 'Heading'],
    ['0106190000 80', '01-01-2007', '', 'Other mammals'],
  ].map((row) => row.map((value) => ({ value, type: String })))
  const { counts, columns } = await imported(await writeExcel(rows).toBuffer())
  expect([columns, counts]).toMatchObject([['code', 'fromDay', 'toDay', 'name'], { added: 2, refused: 1 }])
  const codes = (await company.db.many<{ code: string }>(sql`select code from goods_codes`)).map(({ code }) => code)
  expect(codes).toEqual(expect.arrayContaining(['3407000000', '0106190000']))
})

test('only an administrator loads a list', async () => {
  const { json } = await uploadByName(
    company,
    'import.read-file',
    { target: 'goods-codes', name: 'x' },
    'code,text\n34060000,x\n',
    {
      token: company.tokens.user,
    },
  )
  expect(refusalIn(json)?.kind).toBe('forbidden')
})

test('products are imported with their codes, as lists print them', async () => {
  const input = { target: 'products', name: 'είδη.csv' }
  const { json } = await uploadByName(
    company,
    'import.read-file',
    input,
    'name,CN code\nΚερί με κωδικό,3406 00 00\nΖώο,01061900\nΧωρίς,\nΛάθος,3406\nΕπτά ψηφία,3406000\n',
    { token: company.tokens.admin },
  )
  const { id } = json as { id: number }
  const { columns, key } = await call<File>('import.file', { id })
  expect(columns).toEqual(['name', 'cnCode'])
  expect(await call('import.import-rows', { id, columns, key })).toMatchObject({ added: 3, refused: 2 })
  expect(
    await company.db.many(
      sql`select name, cn_code as code from products where name in ('Κερί με κωδικό', 'Ζώο', 'Χωρίς') order by name`,
    ),
  ).toEqual([
    { name: 'Ζώο', code: '01061900' },
    { name: 'Κερί με κωδικό', code: '34060000' },
    { name: 'Χωρίς', code: null },
  ])
})
