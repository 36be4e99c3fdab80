import fc from 'fast-check'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import writeExcel from 'write-excel-file/node'
import { readEntries } from '#features/customers/server/account.ts'
import { settle } from '#features/parties/domain/settlement.ts'
import { readMatches } from '#features/ledger/server/matches.ts'
import { openCharges } from '#features/ledger/server/open-charges.ts'
import { sql } from '#server/db/database.ts'
import { answersDuring, SEVERAL } from '#testing/answers-during.ts'
import { ask, openTestCompany, refusalIn, type TestCompany, uploadByName } from '#testing/company.ts'
import { peopleOf } from '#testing/people.ts'
import { idOf } from '#server/samples/sample-parts.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'
import { answersOf } from '../domain/booked.ts'
import type { StatementLine } from '../domain/contract.ts'
import { readBeside } from './files/read-beside.ts'

const ACCOUNT = 'GR1601101250000000012300695'
const PAYER = 'GR9608100010000001234567890'

let company: TestCompany
let customer: number

beforeAll(async () => {
  company = await openTestCompany()
  customer = await addCustomer('Ψησταριά Βέλβας ΑΕ')
})
afterAll(() => company.close())

const addCustomer = (name: string): Promise<number> =>
  idOf(company.db, sql`insert into customers (name) values (${name}) returning id`)
const order = async (total: number, day: string, of = customer): Promise<number> => {
  const id = await idOf(
    company.db,
    sql`insert into orders (status, customer_id, name, invoice_mode, products_cents, total_cents, invoiced_on)
      values ('SHIPPED', ${of}, 'Ταβέρνα', 'epsilon', ${total}, ${total}, ${day}::date) returning id`,
  )
  await repostAll(company.db)
  return id
}

/** What the upload of a file answers that has nothing but movements. */
const counts = (added: number, known: number) => ({ added, known, leftOut: [] })

type Told = {
  readonly bankName?: string
  readonly iban?: string
  readonly headingsLine?: number
  readonly columns?: unknown[]
  readonly decimalSign?: ',' | '.'
}
const upload = (content: string | Buffer, more: Told = {}) =>
  uploadByName(company, 'bank-statements.read-file', { name: 'κινήσεις', bankName: 'Εθνική', ...more }, content, {
    token: company.tokens.user,
  })
const read = async (query: string, input: object): Promise<unknown> =>
  (
    await ask(company, 'GET', `/app/${query}?input=${encodeURIComponent(JSON.stringify(input))}`, {
      token: company.tokens.user,
    })
  ).json
const lines = async (state = 'open'): Promise<readonly StatementLine[]> =>
  ((await read('bank-statements.lines', { state })) as { rows: StatementLine[] }).rows
const lineOf = async (text: string): Promise<StatementLine> => {
  const found = (await lines()).find((line) => line.text.includes(text))
  if (!found) throw new Error(`there is no open line with ${text}`)
  return found
}
const accept = (line: StatementLine) => {
  const [first] = line.proposals
  if (!first) throw new Error('the line has no proposal')
  const matches = first.matched ? first.settles.map(({ id, cents }) => ({ documentId: id, cents })) : []
  return ask(company, 'POST', '/app/bank-statements.accept', {
    token: company.tokens.user,
    body: { lines: [{ id: line.id, kind: first.kind, partyId: first.id, matches }] },
  })
}

const entry = (amount: string, side: string, text: string, { name = '', iban = '', reference = '' } = {}): string => `
  <Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-19</Dt></BookgDt>
  <AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr>
  <DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
const camt = (...entries: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
  <Acct><Id><IBAN>${ACCOUNT}</IBAN></Id></Acct>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`

describe('the upload of a bank statement', () => {
  test('lets other requests be answered while a large file is read', async () => {
    const rows = Array.from({ length: 1900 }, (_, at) => `19/11/2026;${at},50;Πελάτης ${'α'.repeat(300)};Κείμενο ${at}`)
    const content = Buffer.from(['Ημερομηνία;Ποσό;Όνομα;Αιτιολογία', ...rows].join('\n'))
    // the thread is running
    expect(await readBeside({ content: Buffer.from(camt()), layout: null, sign: undefined })).toHaveProperty('problem')
    const reading = readBeside({ content, layout: null, sign: undefined })
    expect(await answersDuring(company, reading)).toBe(SEVERAL)
    expect((await reading).statement?.lines).toHaveLength(1900)
  })

  test('stores each line once: the same file again adds nothing, and an overlapping file adds what is new', async () => {
    const first = [
      entry('10.00', 'CRDT', 'ίδιο', { reference: '' }),
      entry('10.00', 'CRDT', 'ίδιο', { reference: '' }),
      entry('20.50', 'DBIT', 'έξοδα', { reference: 'R-1' }),
    ]
    expect((await upload(camt(...first))).json).toEqual(counts(3, 0))
    expect((await upload(camt(...first))).json).toEqual(counts(0, 3))
    expect((await upload(camt(...first, entry('5.00', 'CRDT', 'νέο')))).json).toEqual(counts(1, 3))
    const amounts = (await lines()).map(({ amount }) => amount).toSorted((a, b) => a - b)
    expect(amounts).toEqual([-20_50, 5_00, 10_00, 10_00])
  })

  test('reads a CSV file that is written in Greek of DOS', async () => {
    const content = Buffer.from(
      // code page 737: Ημερομηνία;Ποσό;Όνομα;Αιτιολογία and one movement
      '86a39ca8a6a39ea4e5983b8fa6a9e63beea4a6a3983b80a0aba0a6a2a69ae5980a31392f31312f323032363b312e3235302c35303b929899e2a8a498209698a8e1aa3b84a5e6ada29ea99e20aba0a3a6a2a69ae5a6ac0a',
      'hex',
    )
    expect((await upload(content, { bankName: 'Του DOS', iban: ACCOUNT })).json).toEqual(counts(1, 0))
    expect(await lineOf('Εξόφληση τιμολογίου')).toMatchObject({ amount: 1_250_50, name: 'Ταβέρνα Ψαράς' })
  })

  test('asks for unknown columns of a CSV file, and remembers the answer for the bank', async () => {
    const headings = ['Πότε', 'Πόσο', 'Τι']
    // Windows-1253: the Greek letters from 0xC1 on, and the accented ones before them
    const greek = (text: string): Buffer =>
      Buffer.from(
        Array.from(text, (letter) => {
          const at = letter.charCodeAt(0)
          return at < 128 ? at : letter === 'ό' ? 0xfc : at - 0x2d0
        }),
      )
    const file = greek(`${headings.join(';')}\n19/11/2026;1.240,50;Αλφα\n20/11/2026;-3,00;Βητα\n`)
    const asked = refusalIn((await upload(file, { bankName: 'Πειραιώς' })).json)
    expect(asked?.code).toBe('bank-statements.file.columns')
    expect(asked?.details?.['headings']).toEqual(headings)
    const told = {
      bankName: 'Πειραιώς',
      iban: ACCOUNT,
      headingsLine: asked?.details?.['line'],
      columns: ['day', 'amount', 'text'],
    } as Told
    expect((await upload(file, { ...told, iban: '' })).status).toBe(422)
    expect((await upload(file, told)).json).toEqual(counts(2, 0))
    expect((await upload(file, { bankName: 'Πειραιώς' })).json).toEqual(counts(0, 2))
    expect((await lineOf('Αλφα')).amount).toBe(1240_50)
  })

  test('whose amounts have two readings is refused with the question, and read as a person answers', async () => {
    const file = 'Ημερομηνία;Αιτιολογία;Ποσό\n05/11/2026;χίλια πεντακόσια;1.500\n05/11/2026;διακόσια;200\n'
    expect(refusalIn((await upload(file, { iban: ACCOUNT })).json)).toMatchObject({
      code: 'bank-statements.file.sign',
      details: { line: 2, text: '1.500' },
    })
    expect((await upload(file, { iban: ACCOUNT, decimalSign: ',' })).json).toEqual(counts(2, 0))
    expect((await lineOf('χίλια πεντακόσια')).amount).toBe(1500_00)
  })

  test('reads an Excel file: the sheet whose columns are known, with its numbers and days as they are', async () => {
    const movements = [
      ['Κινήσεις λογαριασμού'],
      ['Ημερομηνία', 'Αιτιολογία', 'Ποσό'],
      [new Date('2026-11-05T00:00:00Z'), 'από Excel', 1234.5],
      ['06/11/2026', 'σε Excel', '-12,50'],
      ['Σύνολο', '', 1222],
    ]
    const sheetOf = (rows: (string | number | Date)[][]) =>
      rows.map((row) => row.map((value) => ({ value, ...(value instanceof Date ? { format: 'dd/mm/yyyy' } : {}) })))
    const sheets = (...all: (string | number | Date)[][][]) =>
      writeExcel(all.map((rows, at) => ({ sheet: `Φύλλο ${at + 1}`, data: sheetOf(rows) }))).toBuffer()
    const told = { iban: ACCOUNT, bankName: 'Eurobank' }
    const file = await sheets([['Όροι'], ['κείμενο']], movements)
    expect((await upload(file, told)).json).toEqual({ added: 2, known: 0, leftOut: [{ line: 5, text: 'Σύνολο' }] })
    expect(await lineOf('από Excel')).toMatchObject({ day: '2026-11-05', amount: 1234_50 })
    expect(await lineOf('σε Excel')).toMatchObject({ day: '2026-11-06', amount: -12_50 })
    expect(refusalIn((await upload(await sheets(movements, movements), told)).json)).toMatchObject({
      code: 'bank-statements.file.several-sheets',
      details: { sheets: 'Φύλλο 1, Φύλλο 2' },
    })
  })

  test('refuses a small Excel file with large contents before it is unpacked', async () => {
    const file = Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(20_000_001) }))
    expect(refusalIn((await upload(file)).json)?.code).toBe('bank-statements.file.too-many')
  })

  test('reads MT940, whose account a person names if the file does not', async () => {
    const file = (account: string) =>
      `:20:STARTUMS\n:25:${account}\n:28C:1/1\n:60F:C261101EUR0,\n:61:2611051105C61,20NTRFNONREF//M-1\n:86:ΑΠΟ MT940\n:62F:C261105EUR61,20\n-\n`
    expect(refusalIn((await upload(file('50880050/0194777100888'), { bankName: 'Attica' })).json)?.code).toBe(
      'bank-statements.file.iban',
    )
    expect((await upload(file('50880050/0194777100888'), { iban: ACCOUNT })).json).toEqual(counts(1, 0))
    expect((await upload(file(ACCOUNT))).json).toEqual(counts(0, 1))
    expect(await lineOf('ΑΠΟ MT940')).toMatchObject({ day: '2026-11-05', amount: 61_20, reference: 'M-1' })
  })

  test.each([
    ['only a value date', '<ValDt><Dt>2026-11-03</Dt></ValDt>', '2026-11-03'],
    ['a moment before midnight in London', '<BookgDt><DtTm>2026-11-02T23:30:00Z</DtTm></BookgDt>', '2026-11-03'],
    ['a moment of another zone', '<BookgDt><DtTm>2026-11-03T00:30:00+05:00</DtTm></BookgDt>', '2026-11-02'],
    ['a moment without a zone', '<BookgDt><DtTm>2026-11-02T23:30:00</DtTm></BookgDt>', '2026-11-02'],
    ['both dates', '<BookgDt><Dt>2026-11-04</Dt></BookgDt><ValDt><Dt>2026-11-09</Dt></ValDt>', '2026-11-04'],
  ])('gives an entry of camt.053 with %s its day in Athens', async (what, dates, day) => {
    const dated = entry('3.10', 'CRDT', `ημέρα: ${what}`).replace('<BookgDt><Dt>2026-11-19</Dt></BookgDt>', dates)
    expect((await upload(camt(dated))).json).toMatchObject({ added: 1 })
    expect((await lineOf(`ημέρα: ${what}`)).day).toBe(day)
  })

  test('stores texts that are cut inside an emoji', async () => {
    const long = (length: number): string => `${'x'.repeat(length - 1)}😀 ${'y'.repeat(9)}`
    expect((await upload(camt(entry('61.00', 'CRDT', 'emoji', { name: long(300) })))).status).toBe(200)
    const file = `Date;Amount;Description;Reference\n19/11/2026;62,00;${long(500)};${long(100)}\n`
    expect((await upload(file, { iban: ACCOUNT })).json).toEqual(counts(1, 0))
  })

  test('remembers headings of any length, and as many columns as a person can name', async () => {
    const long = `${'Π'.repeat(99)}😀 ημερομηνία`
    const file = `Κινήσεις λογαριασμού\n${long};Πόσα;Τι\n19/11/2026;71,00;μακριές επικεφαλίδες\n`
    const asked = refusalIn((await upload(file, { bankName: 'Μακριά', iban: ACCOUNT })).json)
    expect(asked?.details).toMatchObject({ line: 2, columns: [null, null, null] })
    const told = { bankName: 'Μακριά', iban: ACCOUNT, headingsLine: 2, columns: ['day', 'amount', 'text'] }
    expect((await upload(file, told)).json).toEqual(counts(1, 0))
    expect((await upload(file, { bankName: 'Μακριά' })).json).toEqual(counts(0, 1))
    const wide = Array.from({ length: 61 }, (_, at) => `στήλη ${at}`).join(';')
    expect(refusalIn((await upload(`${wide}\n`)).json)).toMatchObject({
      code: 'bank-statements.file.too-many-columns',
      details: { line: 1, number: 61, most: 60 },
    })
  })

  test('names the line of a broken CSV file, and what is wrong with it', async () => {
    const head = 'Date;Amount;Description\n19/11/2026;1,00;ok\n'
    const refused = async (content: string) => refusalIn((await upload(content, { iban: ACCOUNT })).json)
    expect(await refused(`${head}20/11/2026;1,00;"ανοιχτό\n21/11/2026;2,00;x\n22/11/2026;3,00;y\n`)).toMatchObject({
      code: 'bank-statements.file.quotes',
      details: { line: 3 },
    })
    expect(await refused(`${head}20/11/2026;1,00;${';'.repeat(20_001)}\n`)).toMatchObject({
      code: 'bank-statements.file.long-row',
      details: { line: 3, most: 20_000 },
    })
  })

  test.each([
    ['<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Document>&b;</Document>', 'bank-statements.file.doctype'],
    ['<Document><BkToCstmrStmt>', 'bank-statements.file.xml'],
    [camt(entry('10.005', 'CRDT', 'δεκαδικά')), 'bank-statements.file.element'],
    [camt().replace('BkToCstmrStmt', 'Other').replace('/BkToCstmrStmt', '/Other'), 'bank-statements.file.no-camt'],
    [camt(entry('10.00', 'CRDT', 'χωρίς ημέρα').replace(/<BookgDt>.*<\/BookgDt>/, '')), 'bank-statements.file.element'],
    ['Ημερομηνία;Ποσό\n19/11/2026;δέκα\n', 'bank-statements.file.amount'],
    ['', 'purchases.file.empty'],
  ])('refuses %s with a reason', async (content, code) => {
    const before = (await lines()).length
    expect(refusalIn((await upload(content, { iban: ACCOUNT })).json)?.code).toBe(code)
    expect((await lines()).length).toBe(before)
  })
})

describe('a line of a bank statement', () => {
  test('names the customer whose VAT number it contains', async () => {
    const { id } = await company.db.one<{ id: number }>(
      sql`insert into customers (name, vat) values ('Ξενώνας', 'EL 094019245') returning id`,
    )
    await upload(camt(entry('77.00', 'CRDT', 'ΕΞΟΦΛΗΣΗ ΑΦΜ 094019245', { reference: 'V-1' })))
    const { proposals } = await lineOf('ΕΞΟΦΛΗΣΗ ΑΦΜ 094019245')
    expect(proposals).toContainEqual(expect.objectContaining({ id, reasons: expect.arrayContaining(['vat']) }))
  })

  test('is proposed with its documents and accepted once; cancelling the payment opens it again', async () => {
    const [, wanted] = [await order(50_00, '2026-10-01'), await order(124_00, '2026-10-05')]
    await upload(
      camt(entry('124.00', 'CRDT', `παραγγελία ${wanted}`, { name: 'ΨΗΣΤΑΡΙΑ ΒΕΛΒΑΣ', iban: PAYER, reference: 'B-1' })),
    )
    const line = await lineOf(`παραγγελία ${wanted}`)
    expect(line).toMatchObject({
      chosen: true,
      sure: true,
      proposals: [
        { id: customer, reasons: ['same-name', 'document', 'amount'], settles: [{ id: wanted, cents: 124_00 }] },
      ],
    })
    const answers = await Promise.all([accept(line), accept(line)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const { rows: payments } = (await read('payments.list', { filters: { customerId: customer } })) as {
      rows: { id: number; amount: number; date: string }[]
    }
    expect(payments).toMatchObject([{ amount: 124_00, date: '2026-11-19' }])
    const [payment] = payments
    expect(await read('payments.matching', { id: payment?.id })).toMatchObject({ byHand: 124_00 })
    await company.run('payments.cancel-payment', { id: payment?.id, reason: 'λάθος' })
    expect((await lineOf(`παραγγελία ${wanted}`)).id).toBe(line.id)
  })

  test('counts on the day of the bank, also if the till of that day is closed (C-88)', async () => {
    const party = await addCustomer('Ταβέρνα Κλειστό Ταμείο')
    const closing = await idOf(
      company.db,
      sql`insert into till_closings (day, expected_cents, counted_cents, user_name) values ('2026-11-20', 0, 0, 'Μαρία') returning id`,
    )
    await upload(camt(entry('91.00', 'CRDT', 'του κλειστού ταμείου')))
    const { id } = await lineOf('του κλειστού ταμείου')
    await company.run('bank-statements.accept', { lines: [{ id, kind: 'customers', partyId: party, matches: [] }] })
    const [payment] = await company.db.many(sql`select date from payments where customer_id = ${party}`)
    expect(payment).toEqual({ date: '2026-11-19' })
    await company.db.run(sql`delete from till_closings where id = ${closing}`)
  })

  test('is found by the account number of an earlier payment, also in another script', async () => {
    const other = await addCustomer('Κηροπλαστική Δράμας')
    await order(80_00, '2026-10-02', other)
    await upload(camt(entry('80.00', 'CRDT', 'πρώτη', { name: 'KIROPLASTIKI DRAMAS', iban: 'DE89370400440532013000' })))
    expect((await accept(await lineOf('πρώτη'))).status).toBe(200)
    await upload(camt(entry('12.34', 'CRDT', 'δεύτερη', { iban: 'DE89370400440532013000' })))
    expect((await lineOf('δεύτερη')).proposals[0]).toMatchObject({ id: other, reasons: ['iban'] })
  })

  test('does not propose what a line before it settles, so that both are accepted together', async () => {
    const party = await addCustomer('Σαπωνοποιία Μυτιλήνης')
    const orders = [await order(60_00, '2026-10-02', party), await order(60_00, '2026-10-03', party)]
    const more = { name: 'ΣΑΠΩΝΟΠΟΙΙΑ ΜΥΤΙΛΗΝΗΣ' }
    await upload(
      camt(
        entry('60.00', 'CRDT', 'μία', { ...more, reference: 'M-1' }),
        entry('60.00', 'CRDT', 'δύο', { ...more, reference: 'M-2' }),
      ),
    )
    const both = [await lineOf('μία'), await lineOf('δύο')]
    expect(both.flatMap(({ proposals }) => proposals[0]?.settles.map(({ id }) => id))).toEqual(orders)
    const items = both.map(({ id, proposals }) => ({
      id,
      kind: 'customers',
      partyId: party,
      matches: (proposals[0]?.settles ?? []).map((one) => ({ documentId: one.id, cents: one.cents })),
    }))
    const accepted = { accepted: both.map(({ id }) => id), refused: [], already: 0 }
    expect(await company.run('bank-statements.accept', { lines: items })).toEqual(accepted)
    expect(await company.run('bank-statements.accept', { lines: items })).toEqual({
      accepted: [],
      refused: [],
      already: 2,
    })
  })

  test('that is refused among many stays open with its reason, and the others are accepted', async () => {
    const party = await addCustomer('Κηροπλαστική Χίου')
    const debt = await order(40_00, '2026-10-02', party)
    await upload(camt(entry('40.00', 'CRDT', 'καλή'), entry('41.00', 'CRDT', 'κακή')))
    const [good, bad] = [await lineOf('καλή'), await lineOf('κακή')]
    const of = ({ id }: StatementLine, documentId: number) => ({
      id,
      kind: 'customers',
      partyId: party,
      matches: [{ documentId, cents: 40_00 }],
    })
    const before = await company.db.one<{ count: number }>(sql`select count(*)::int as count from payments`)
    const answer = await company.run('bank-statements.accept', { lines: [of(bad, 987_654), of(good, debt)] })
    expect(answer).toMatchObject({
      accepted: [good.id],
      refused: [{ id: bad.id, refusal: { code: 'payments.no-document' } }],
      already: 0,
    })
    expect((await lineOf('κακή')).state).toBe('open')
    expect(await company.db.one(sql`select count(*)::int as count from payments`)).toEqual({
      count: before.count + 1,
    })
  })

  test('of several transactions without amounts has no name, unless all are of one payer', async () => {
    await addCustomer('Μπακάλικο Ανεμώνη')
    const payer = (name: string) => `<TxDtls><RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties></TxDtls>`
    const batch = (amount: string, remark: string, payers: readonly string[], count = payers.length) =>
      `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-19</Dt></BookgDt>
      <AddtlNtryInf>${remark}</AddtlNtryInf><NtryDtls><Btch><NbOfTxs>${count}</NbOfTxs></Btch>${payers.map(payer).join('')}</NtryDtls></Ntry>`
    const [first, other] = ['ΜΠΑΚΑΛΙΚΟ ΑΝΕΜΩΝΗ', 'ΞΕΝΟΔΟΧΕΙΟ ΜΕΛΤΕΜΙ']
    await upload(
      camt(
        batch('310.00', 'μαζική πίστωση', [first, other]),
        batch('311.00', 'πέντε μαζί', [first], 5),
        batch('312.00', 'του ίδιου', [first, first]),
        batch('313.00', '', [first, other]),
      ),
    )
    for (const text of ['μαζική πίστωση', 'πέντε μαζί', `${first} · ${other}`])
      expect(await lineOf(text)).toMatchObject({ name: '', proposals: [] })
    expect(await lineOf('του ίδιου')).toMatchObject({ name: first, proposals: [{ name: 'Μπακάλικο Ανεμώνη' }] })
  })

  test('has no chosen proposal if two are equally likely', async () => {
    const twins = [await addCustomer('Αφοί Δίδυμοι Κως'), await addCustomer('Αφοί Δίδυμοι Ρόδος')]
    for (const twin of twins) await order(33_00, '2026-10-02', twin)
    await upload(camt(entry('33.00', 'CRDT', 'δίδυμοι', { name: 'ΔΙΔΥΜΟΙ' })))
    expect(await lineOf('δίδυμοι')).toMatchObject({ chosen: false, sure: false, proposals: [{}, {}] })
  })

  test('is set aside with a reason and opened again; opening an accepted one cancels its payment', async () => {
    await upload(camt(entry('1.50', 'DBIT', 'προμήθεια', { reference: 'F-1' })))
    const { id } = await lineOf('προμήθεια')
    await company.run('bank-statements.skip', { id, reason: 'έξοδα τράπεζας' })
    expect((await lines('skipped'))[0]).toMatchObject({ id, skipReason: 'έξοδα τράπεζας' })
    await company.run('bank-statements.reopen', { ids: [id], reason: 'τελικά όχι' })
    const provider = company.stock.provider
    await company.run('bank-statements.accept', { lines: [{ id, kind: 'providers', partyId: provider, matches: [] }] })
    const [done] = await lines('accepted')
    await company.run('bank-statements.reopen', { ids: [id], reason: 'λάθος' })
    expect((await lineOf('προμήθεια')).id).toBe(id)
    const counter = await company.db.one<{ reason: string }>(
      sql`select cancel_reason as reason from payments where cancels_id = ${done?.payment?.id ?? 0}`,
    )
    expect(counter.reason).toBe('λάθος')
  })
})

describe('a line that is a payment already (C-95)', () => {
  const record = async (input: object): Promise<number> =>
    (
      (await company.run('payments.record-payment', {
        bound: 'Inbound',
        type: 'BANK',
        bankName: 'Εθνική',
        iban: ACCOUNT,
        receiptCode: 'ΑΠ-1',
        date: '2026-11-18',
        ...input,
      })) as { id: number }
    ).id
  const answer = (line: object) => company.run('bank-statements.accept', { lines: [line] })
  const { refusalOf } = peopleOf(() => company)
  const refusalOfLine = (line: object) => refusalOf('user', 'bank-statements.accept', { lines: [line] })
  const payments = async () =>
    (await company.db.one<{ count: number }>(sql`select count(*)::int as count from payments`)).count
  /** Answers all sure lines by their first answer, as the page does. */
  const acceptSure = async (texts: readonly string[]) => {
    const sure = (await lines()).filter((line) => line.sure && texts.includes(line.text))
    await company.run('bank-statements.accept', {
      lines: sure.map((line) => {
        const [first] = answersOf(line)
        if (first === undefined) throw new Error('a sure line has no answer')
        return 'paymentId' in first
          ? { id: line.id, paymentId: first.paymentId }
          : { id: line.id, kind: first.kind, partyId: first.id, matches: [] }
      }),
    })
    return sure.length
  }

  test('is proposed as it first, also money that went out, and a statement over booked payments makes none', async () => {
    const name = 'Ταβέρνα Ήδη Γραμμένη'
    const party = await addCustomer(name)
    const provider = await idOf(company.db, sql`insert into providers (name) values ('Κηρεμπορική Ήδη') returning id`)
    await order(70_00, '2026-11-01', party)
    const twice = [
      await record({ amount: 70_00, customerId: party }),
      await record({ amount: 70_00, customerId: party, confirmEqual: true, date: '2026-11-19' }),
    ]
    const paid = await record({ amount: 33_10, providerId: provider, bound: 'Outbound', receiptCode: 'ΕΜΒ-77' })
    const refunded = await record({ amount: 12_20, customerId: party, bound: 'Outbound', receiptCode: 'ΕΠ-1' })
    const before = await payments()
    await upload(
      camt(
        entry('70.00', 'CRDT', 'ήδη μία', { name, reference: 'H-1' }),
        entry('70.00', 'CRDT', 'ήδη δύο', { name, reference: 'H-2' }),
        entry('33.10', 'DBIT', 'ΕΜΒ-77', { reference: 'H-3' }),
        entry('12.20', 'DBIT', 'ΤΑΒΕΡΝΑ ΗΔΗ ΓΡΑΜΜΕΝΗ', { reference: 'H-4' }),
      ),
    )
    const first = await lineOf('ήδη μία')
    expect(first).toMatchObject({ chosen: true, sure: true })
    expect(answersOf(first)[0]).toMatchObject({ paymentId: twice[1], name, fits: true, reasons: ['same-name'] })
    expect((await lineOf('ΕΜΒ-77')).booked).toMatchObject([{ paymentId: paid, reasons: ['reference'] }])
    expect((await lineOf('ΗΔΗ ΓΡΑΜΜΕΝΗ')).booked).toMatchObject([{ paymentId: refunded }])
    expect(await acceptSure(['ήδη μία', 'ήδη δύο', 'ΕΜΒ-77', 'ΤΑΒΕΡΝΑ ΗΔΗ ΓΡΑΜΜΕΝΗ'])).toBe(4)
    expect(await payments()).toBe(before)
    const done = (await lines('accepted')).filter(({ payment }) => payment?.existed)
    const inOrder = (ids: readonly (number | undefined)[]) => ids.toSorted((a, b) => Number(a) - Number(b))
    expect(inOrder(done.map(({ payment }) => payment?.id))).toEqual(inOrder([...twice, paid, refunded]))
    await company.run('bank-statements.reopen', { ids: [first.id], reason: 'λάθος γραμμή' })
    expect((await lineOf('ήδη μία')).booked).toMatchObject([{ paymentId: twice[1] }])
    expect(await payments()).toBe(before)
    await company.run('bank-statements.skip', { id: first.id, reason: 'τέλος' })
  })

  test('makes no further payment of the same party and amount without a question that names the first one', async () => {
    const party = await addCustomer('Ταβέρνα Διπλή')
    const booked = await record({ amount: 81_00, customerId: party, date: '2026-11-16', receiptCode: 'Δ-1' })
    await upload(camt(entry('81.00', 'CRDT', 'κατάθεση', { reference: 'D-1' })))
    const line = await lineOf('κατάθεση')
    // nothing names the party, so a person chooses, and the payment is among the answers
    expect(line).toMatchObject({ chosen: false, sure: false, booked: [{ paymentId: booked, fits: false }] })
    const made = { id: line.id, kind: 'customers', partyId: party, matches: [] }
    expect(await refusalOfLine(made)).toMatchObject({
      code: 'payments.equal-exists',
      details: { paymentId: booked, name: 'Ταβέρνα Διπλή', date: '2026-11-16', amount: 81_00, confirm: 'confirmEqual' },
    })
    await answer({ ...made, confirmEqual: true })
    await company.run('bank-statements.reopen', { ids: [line.id], reason: 'τελικά ήταν η ίδια' })
    await answer({ id: line.id, paymentId: booked })
    // the payment has its line now, so a second transfer of the same amount is a further one
    await upload(camt(entry('81.00', 'CRDT', 'και πάλι', { reference: 'D-2' })))
    const second = await lineOf('και πάλι')
    expect(second.booked).toEqual([])
    await answer({ ...made, id: second.id })
  })

  test('is no cash, no payment of another amount or four days apart, and no cancelled one', async () => {
    const party = await addCustomer('Ταβέρνα Μακριά')
    const cash = await record({ amount: 55_00, customerId: party, type: 'CASH' })
    const far = await record({ amount: 55_00, customerId: party, date: '2026-11-15' })
    const gone = await record({ amount: 55_00, customerId: party, confirmEqual: true })
    await company.run('payments.cancel-payment', { id: gone, reason: 'λάθος' })
    const other = await record({ amount: 55_01, customerId: party })
    await upload(camt(entry('55.00', 'CRDT', 'μακριά', { name: 'Ταβέρνα Μακριά', reference: 'F-9' })))
    const { id, booked } = await lineOf('μακριά')
    expect(booked).toEqual([])
    expect(await refusalOfLine({ id, paymentId: cash })).toMatchObject({ code: 'bank-statements.other-payment' })
    expect(await refusalOfLine({ id, paymentId: other })).toMatchObject({ code: 'bank-statements.other-payment' })
    expect(await refusalOfLine({ id, paymentId: gone })).toMatchObject({ code: 'payments.cancelled-already' })
    expect(await refusalOfLine({ id, paymentId: 987_654 })).toMatchObject({ code: 'payments.no-payment' })
    // a person may know that one of another day is it
    await answer({ id, paymentId: far })
    await upload(camt(entry('55.00', 'CRDT', 'μακριά ξανά', { reference: 'F-10' })))
    const again = await lineOf('μακριά ξανά')
    expect(await refusalOfLine({ id: again.id, paymentId: far })).toMatchObject({
      code: 'bank-statements.payment-has-line',
    })
    // its counter-entry opens the line again
    await company.run('payments.cancel-payment', { id: far, reason: 'δεν ήρθε' })
    expect((await lineOf('μακριά')).state).toBe('open')
  })
})

test('what is open of many parties equals the settlement of each, under random documents, payments, matches and cancellations', async () => {
  const happening = fc.record({
    what: fc.constantFrom('order', 'pay', 'refund', 'cancel'),
    cents: fc.integer({ min: 1, max: 300_00 }),
    day: fc.integer({ min: 1, max: 28 }),
    matched: fc.boolean(),
  })
  const histories = fc.sample(fc.array(happening, { minLength: 4, maxLength: 14 }), { numRuns: 6, seed: 42 })
  const parties: number[] = []
  for (const history of histories) {
    const party = await addCustomer('Τυχαίος')
    parties.push(party)
    const made: number[] = []
    const orders: number[] = []
    for (const { what, cents, day, matched } of history) {
      const date = `2026-10-${String(day).padStart(2, '0')}`
      const last = made.at(-1)
      if (what === 'order') orders.push(await order(cents, date, party))
      else if (what === 'cancel' && last) {
        await company.run('payments.cancel-payment', { id: last, reason: 'λάθος' })
        made.pop()
      } else if (what !== 'cancel') {
        const bound = what === 'pay' ? 'Inbound' : 'Outbound'
        const payment = { bound, type: 'CASH', amount: cents, date, customerId: party }
        const { id } = (await company.run('payments.record-payment', payment)) as { id: number }
        made.push(id)
        const documentId = orders.at(-1)
        // more than the document has open is refused
        if (what === 'pay' && matched && documentId !== undefined)
          await ask(company, 'POST', '/app/payments.match-payment', {
            token: company.tokens.user,
            body: { id, matches: [{ documentId, cents: Math.min(cents, 20_00) }] },
          })
      }
    }
  }
  const open = await company.db.many<{ party: number; kind: string; id: number; open: number }>(sql`
    select party, kind, id, open from (${openCharges('customers', (column) => sql`${column} = any(${parties}::bigint[])`)}) c`)
  const expected = []
  for (const party of parties) {
    const { charges } = settle(await readEntries(company.db, party), await readMatches(company.db, 'customers', party))
    for (const { entry: charge, open: rest } of charges)
      if (rest > 0) expected.push({ party, kind: charge.kind, id: charge.id, open: rest })
  }
  const byKey = (a: { id: number; kind: string }, b: { id: number; kind: string }) =>
    a.id - b.id || (a.kind < b.kind ? -1 : 1)
  expect(open.toSorted(byKey)).toEqual(expected.toSorted(byKey))
  expect(expected.length).toBeGreaterThan(3)
})
