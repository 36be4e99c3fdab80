/** Tests how the cells of a file are read, from the file to the stored record. */
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import writeExcel from 'write-excel-file/node'
import { inWindows1253 } from '#features/supplier-files/server/test-files.ts'
import { sql } from '#server/db/database.ts'
import { callByName, openTestCompany, refusalIn, type TestCompany, uploadByName } from '#testing/company.ts'
import type { Counts, OutcomeRow } from '../domain/contract.ts'
import type { Target } from '../domain/targets.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

type Answer = { columns: string[]; key: string; signs: unknown[]; headings: string[]; rows: OutcomeRow[] } & Counts
const call = async (name: string, input: object) => {
  const { json } = await callByName(company, name, input, { token: company.tokens.admin })
  return { ...(json as Answer), refusal: refusalIn(json) as { code: string; details?: object } | null }
}

async function upload(target: Target, content: string | Buffer, more: object = {}) {
  const input = { target, name: 'αρχείο', ...more }
  const { json } = await uploadByName(company, 'import.read-file', input, content, { token: company.tokens.admin })
  return { id: (json as { id: number }).id, refusal: refusalIn(json) as { code: string; details?: object } | null }
}

const check = async (id: number, more: object = {}) => {
  const { columns, key } = await call('import.file', { id })
  return call('import.check-rows', { id, columns, key, after: 0, ...more })
}
const run = async (id: number, more: object = {}) => {
  const { columns, key } = await call('import.file', { id })
  return call('import.import-rows', { id, columns, key, ...more })
}
const products = (code: string) =>
  company.db.many(sql`
    select sku, b2b_sales_price_e4 as price, cost_price_e4 as cost, stock_e4 as stock from products where sku like ${`${code}%`} order by sku`)

const sheet = (...rows: (string | number)[][]) =>
  writeExcel(rows.map((cells) => cells.map((value) => ({ value })))).toBuffer()

describe('numbers of a file', () => {
  test('in text cells of Excel are read by the column as a whole, and number cells beside them as they are', async () => {
    const content = await sheet(
      ['Κωδικός', 'Περιγραφή', 'Τιμή Χονδρικής', 'Κόστος'],
      ['N1', 'Κερί ένα', '0,250', '0,125'],
      ['N2', 'Κερί δύο', '12,50', '1,375'],
      ['N3', 'Κερί τρία', 1.25, 1.375],
    )
    const { id } = await upload('products', content)
    const { rows } = await check(id)
    expect(rows[1]?.numbers).toEqual([
      { field: 'b2bSalesPrice', text: '12,50', value: 12_5000 },
      { field: 'costPrice', text: '1,375', value: 1_3750 },
    ])
    expect(await run(id)).toMatchObject({ added: 3, refused: 0 })
    expect(await products('N')).toEqual([
      { sku: 'N1', price: 2500, cost: 1250, stock: 0 },
      { sku: 'N2', price: 12_5000, cost: 1_3750, stock: 0 },
      { sku: 'N3', price: 1_2500, cost: 1_3750, stock: 0 },
    ])
  })

  test.each([
    ['CSV', (cell: string) => Promise.resolve(`Κωδικός;Περιγραφή;Τιμή Χονδρικής\nC1;Κερί C1;${cell}\n`)],
    ['Excel', (cell: string) => sheet(['Κωδικός', 'Περιγραφή', 'Τιμή Χονδρικής'], ['E1', 'Κερί E1', cell])],
  ])('with two readings are asked in a %s file, and nothing is stored before a person answers', async (form, write) => {
    const { id } = await upload('products', await write('1.250'))
    expect((await call('import.file', { id })).signs).toEqual([
      { comma: false, point: false, unclear: null },
      { comma: false, point: false, unclear: null },
      { comma: false, point: false, unclear: '1.250' },
    ])
    const asked = { code: 'import.sign-unclear', details: { column: 'Τιμή Χονδρικής', text: '1.250' } }
    expect((await check(id)).refusal).toMatchObject(asked)
    expect((await run(id)).refusal).toMatchObject(asked)
    expect(await products(`${form[0]}1`)).toEqual([])
    expect(await run(id, { signs: [null, null, ','] })).toMatchObject({ added: 1 })
    expect(await products(`${form[0]}1`)).toMatchObject([{ price: 1250_0000 }])
  })
})

test('a product is found by an SKU with letters that look alike in Greek and Latin, and a recipe by it too (C-100)', async () => {
  const first = await upload('products', 'Κωδικός;Περιγραφή\nΑΒ-20;Κερί ΑΒ\nΑΗ-20;Κερί ΑΗ\nΧ-20;Κερί Χ\n')
  expect(await run(first.id)).toMatchObject({ added: 3 })
  const second = await upload(
    'products',
    'Κωδικός;Περιγραφή;Κατηγορία\nAB-20;Κερί ΑΒ;νέα\nAI-20;Κερί ΑΙ;νέα\nab-20;Κερί;νέα\n',
  )
  expect((await check(second.id)).rows.map(({ outcome, refusal }) => [outcome, refusal?.code])).toEqual([
    ['changed', undefined],
    ['new', undefined],
    ['refused', 'import.twice'],
  ])
  const recipe = await upload('recipes', 'Κωδικός προϊόντος;Υλικό;Ποσότητα\nAB-20;X-20;1\n')
  expect(await run(recipe.id)).toMatchObject({ changed: 1, refused: 0 })
})

/** Returns an Excel file of sheets, whose cells are written as XML. Style 1 shows a percentage, 2 five digits, and 3 a percentage with decimals. */
function excel(...sheets: { name: string; state?: string; rows: string[][] }[]): Buffer {
  const xml = (rows: string[][]) =>
    rows
      .map((cells, row) => {
        const inside = cells.map((cell, column) => cell.replace('<c', `<c r="${'ABCDEF'[column]}${row + 1}"`)).join('')
        return `<row r="${row + 1}">${inside}</row>`
      })
      .join('')
  const files = {
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheets
      .map(
        ({ name, state }, at) =>
          `<sheet name="${name}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="r${at}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets
      .map(
        (_, at) =>
          `<Relationship Id="r${at}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="0.00\\ %"/></numFmts>
      <cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf/><xf numFmtId="9"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet><sheetData>${xml(rows)}</sheetData></worksheet>`,
      ]),
    ),
  }
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))))
}
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const headings = ['Κωδικός', 'Περιγραφή', 'Τιμή Χονδρικής', 'ΦΠΑ %'].map(text)

describe('a cell of Excel', () => {
  test('has the value that a person sees: percentages and leading zeros', async () => {
    const { id } = await upload(
      'products',
      excel({
        name: 'Φύλλο1',
        rows: [
          headings,
          ['<c s="2"><v>123</v></c>', text('Ποσοστό'), '<c><v>2.5</v></c>', '<c s="1"><v>0.24</v></c>'],
          ['<c s="2"><v>124</v></c>', text('Με δεκαδικά'), '<c><f>1+1</f><v>2</v></c>', '<c s="3"><v>0.13</v></c>'],
        ],
      }),
    )
    expect(await run(id)).toMatchObject({ added: 2, refused: 0 })
    expect(
      await company.db.many(
        sql`select sku, vat_bp as vat, b2b_sales_price_e4 as price from products where sku like '0012%' order by sku`,
      ),
    ).toEqual([
      { sku: '00123', vat: 24_00, price: 2_5000 },
      { sku: '00124', vat: 13_00, price: 2_0000 },
    ])
  })

  test('with an error, or a formula without a stored value, refuses its row and is named', async () => {
    const row = (code: string, price: string) => [text(code), text(`Κερί ${code}`), price]
    const { id } = await upload(
      'products',
      excel({
        name: 'Φύλλο1',
        rows: [
          headings.slice(0, 3),
          row('L1', '<c t="e"><f>NA()</f><v>#N/A</v></c>'),
          row('L2', '<c><f>2*3</f></c>'),
          row('L3', '<c t="str"><f>A1&amp;B1</f></c>'),
          row('L4', '<c t="str"><f>""</f><v></v></c>'),
        ],
      }),
    )
    const { rows } = await check(id)
    expect(
      rows.map(({ line, outcome, refusal }) => [line, outcome, refusal?.code, refusal?.details?.['text']]),
    ).toEqual([
      [2, 'refused', 'import.cell-lost', '#N/A'],
      [3, 'refused', 'import.cell-lost', '#FORMULA! =2*3'],
      [4, 'refused', 'import.cell-lost', '#FORMULA! =A1&B1'],
      [5, 'new', undefined, undefined],
    ])
  })
})

describe('the rows of a file', () => {
  test('begin below the headings, wherever they stand, and the person may name their row', async () => {
    const table = 'ΚΑΤΑΛΟΓΟΣ ΠΕΛΑΤΩΝ;;\n;;\nΕπωνυμία;Πόλη;ΑΦΜ\nΠελάτης Τίτλου;Βόλος;\nΣύνολο;1;\n'
    const { id } = await upload('customers', table)
    expect((await call('import.file', { id })).headings).toEqual(['Επωνυμία', 'Πόλη', 'ΑΦΜ'])
    expect((await check(id)).rows.map(({ line, outcome, refusal }) => [line, outcome, refusal?.code])).toEqual([
      [4, 'new', undefined],
      [5, 'refused', 'import.totals-row'],
    ])
    const named = await upload('customers', table, { headingsLine: 4 })
    expect((await call('import.file', { id: named.id })).headings).toEqual(['Πελάτης Τίτλου', 'Βόλος'])
    expect((await upload('customers', table, { headingsLine: 9 })).refusal?.code).toBe('import.file-no-headings-line')
  })

  test('are separated as the first line says', async () => {
    const { id } = await upload('customers', 'sep=;\r\nΕπωνυμία;Πόλη\r\nΚόμμα, Α και Β, Γ;Βόλος\r\n')
    expect((await check(id)).rows).toMatchObject([{ line: 3, name: 'Κόμμα, Α και Β, Γ', outcome: 'new' }])
  })

  test('come from the only sheet that is not hidden and has rows, and of several the person chooses one', async () => {
    const rows = (name: string) => [[text('Επωνυμία')], [text(name)]]
    const hidden = { name: 'Κρυφό', state: 'hidden', rows: rows('Κρυφός') }
    const one = await upload(
      'customers',
      excel(hidden, { name: 'Κενό', rows: [] }, { name: 'Πελάτες', rows: rows('Φανερός') }),
    )
    expect((await check(one.id)).rows).toMatchObject([{ name: 'Φανερός' }])
    const several = excel({ name: 'Α &amp; Β', rows: rows('Πρώτος') }, hidden, { name: 'Γ', rows: rows('Τρίτος') })
    expect((await upload('customers', several)).refusal).toMatchObject({
      code: 'import.file-which-sheet',
      details: {
        sheets: [
          { place: 1, name: 'Α & Β' },
          { place: 3, name: 'Γ' },
        ],
      },
    })
    const chosen = await upload('customers', several, { sheet: 3 })
    expect((await check(chosen.id)).rows).toMatchObject([{ name: 'Τρίτος' }])
  })

  test('of one byte a letter are asked for their encoding unless they have Greek words', async () => {
    const western = Buffer.from('name;city\nM\u00fcller;Bonn\n', 'latin1')
    expect((await upload('customers', western)).refusal).toMatchObject({
      code: 'import.file-which-encoding',
      details: { greek: 'Mόller', western: 'Müller' },
    })
    const { id } = await upload('customers', western, { encoding: 'windows-1252' })
    expect((await check(id)).rows).toMatchObject([{ name: 'Müller' }])
    const greek = await upload('customers', inWindows1253('name;city\nΜόλλερ;Βόλος\n'))
    expect((await check(greek.id)).rows).toMatchObject([{ name: 'Μόλλερ' }])
  })

  test('of a web page named .xls are refused with the reason', async () => {
    expect(
      (await upload('customers', '<html><table><tr><td class="x">Επωνυμία</td></tr></table></html>')).refusal?.code,
    ).toBe('import.file-html')
  })
})
