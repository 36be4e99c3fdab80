/** Tests the adapter of Epsilon Smart: the form of an invoice, the meaning of each answer, tokens, addresses and secrets. */
import { afterEach, describe, expect, test } from 'vitest'
import { taxHead, taxLine, taxParty } from '#testing/tax/tax-document.ts'
import type { EpsilonSimulatorOptions } from '#simulators/epsilon-provider.ts'
import { type EpsilonSimulator, startEpsilonSimulator } from '#simulators/epsilon-simulator.ts'
import type { Accounting, AccountingDocument } from './accounting.ts'
import { openEpsilonSmart, type SmartOptions } from './epsilon-smart.ts'
import { readInsertion } from './smart-answers.ts'
import { SMART_RULES, STREET_NUMBER, toSmart } from './smart-wire.ts'

const ACCOUNT = { subscriptionKey: 'sub-key-7f3a', email: 'office@firm.example', password: 'pass-word-91xy' }
const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

async function open(
  options: Partial<EpsilonSimulatorOptions> = {},
  more: Partial<SmartOptions> = {},
): Promise<{ simulator: EpsilonSimulator; smart: Accounting }> {
  const simulator = await startEpsilonSimulator({ ...ACCOUNT, ...options })
  closings.push(() => simulator.close())
  const smart = openEpsilonSmart({ ...ACCOUNT, loginUrl: simulator.loginUrl, hostSuffix: '.epsilonnet.gr', ...more })
  return { simulator, smart }
}

const invoice = (more: Partial<AccountingDocument> = {}): AccountingDocument => ({
  ...taxHead('2026-11-20'),
  key: 'kerino-1-17',
  issuer: taxParty('Κερίνο', '094014201'),
  customer: { ...taxParty('Ξενοδοχείο Άνεμος', 'EL 094019245'), streetNumber: '12Α', email: 'a@b.gr' },
  lines: [
    taxLine({
      code: 'K-1',
      name: 'Κερί',
      unit: 'Item',
      quantity: 15_000,
      price: 33_333,
      vatRate: 24_00,
      vatCategory: 1,
      net: 4_50,
      vat: 1_08,
    }),
  ],
  net: 4_50,
  vat: 1_08,
  total: 5_58,
  ...more,
})

describe('the form of an invoice', () => {
  test('has the fields of EshopSale, to the cent, and the street number under its name with two Greek letters', () => {
    expect([-2, -1].map((place) => STREET_NUMBER.at(place)?.codePointAt(0))).toEqual([0x39d, 0x3bf])
    expect(Buffer.from(STREET_NUMBER).toString('hex').endsWith('ce9dcebf')).toBe(true)
    expect(toSmart(invoice(), SMART_RULES)).toEqual({
      DocDateTime: '2026-11-20T12:00:00',
      IsRetail: 0,
      VatStatus: 0,
      RefDocCode: 'kerino-1-17',
      DocNum: 17,
      PaymentMethod: 4,
      CustName: 'Ξενοδοχείο Άνεμος',
      CustTIN: '094019245',
      CustStreet: 'Αιόλου',
      CustStreetΝο: '12Α',
      CustCity: 'Αθήνα',
      CustPostalCode: '10559',
      CustCountry: 'GR',
      CustEmail: 'a@b.gr',
      Lines: [
        {
          ItemCode: 'K-1',
          ItemPrintDescr: 'Κερί',
          VATPercent: 24,
          Qty: 1.5,
          Price: 3.3333,
          LineDiscount: 0.5,
          NetVal: 4.5,
          VATVal: 1.08,
          TotalVal: 5.58,
        },
      ],
    })
  })

  test('follows the rules of the installation', () => {
    const rules = { ...SMART_RULES, vatStatus: 1, paymentMethods: { 5: 1 }, sendsNumber: false }
    const retail = toSmart(invoice({ type: '11.1' }), rules)
    expect(retail).toMatchObject({ VatStatus: 1, PaymentMethod: 1, IsRetail: 1 })
    expect(retail).not.toHaveProperty('DocNum')
    expect(toSmart(invoice({ paymentWay: 3 }), rules).PaymentMethod).toBe(4)
  })

  test('is accepted by the published schema, which refuses every other property', async () => {
    const { simulator, smart } = await open()
    expect(await smart.send(invoice())).toEqual({ kind: 'inserted', recordId: 'smart-1' })
    expect(simulator.recorded()).toMatchObject([{ RefDocCode: 'kerino-1-17', CustStreetΝο: '12Α' }])
    const { loginUrl } = simulator
    const login = await fetch(`${loginUrl}/api/account/loginToSubscription`, {
      method: 'POST',
      body: JSON.stringify(ACCOUNT),
    })
    const { jwt, url2 } = (await login.json()) as { jwt: string; url2: string }
    const { CustStreetΝο: _number, ...sale } = toSmart(invoice(), SMART_RULES) as Record<string, unknown>
    const latin = await fetch(`${url2}api/Eshop/InsertDocuments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${jwt}` },
      body: JSON.stringify([{ ...sale, CustStreetNo: '12Α' }]),
    })
    expect([latin.status, simulator.recorded().length]).toEqual([400, 1])
  })

  test('exists for no credit note and no line without VAT or without a code: they go as files, and nothing is called', async () => {
    const { simulator, smart } = await open()
    const [line] = invoice().lines
    for (const document of [
      invoice({ kind: 'credit-note', type: '5.1' }),
      invoice({ lines: [{ ...line!, exemption: 14, vatRate: 0, vat: 0 }] }),
      invoice({ lines: [line!, { ...line!, code: ' ' }] }),
    ]) {
      expect(await smart.send(document)).toEqual({ kind: 'by-file' })
      expect(await smart.ask(document)).toEqual({ kind: 'by-file' })
    }
    expect(simulator.calls()).toEqual([])
  })
})

const KEY = 'kerino-1-17'
const own = (more: object) => ({ RefDocCode: KEY, SmartDocId: null, ErrorMessage: null, ...more })
const other = { RefDocCode: 'another', SmartDocId: '8', ErrorMessage: 'Λάθος' }
const lookThere = (reason: string) => ({ kind: 'look-there', reason })
const refused = (message: string) => ({ kind: 'refused', code: 'refused-there', message })
const problem = { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'Lines' }
const mark = 400_002_000_000_001

test.each([
  ['a record', 200, [own({ SmartDocId: '77' })], { kind: 'inserted', recordId: '77' }],
  ['a record beside another one', 200, [other, own({ SmartDocId: 77 })], { kind: 'inserted', recordId: '77' }],
  ['a record without a number', 200, { ApiResult: [own({})] }, { kind: 'inserted', recordId: '' }],
  [
    'a MARK',
    200,
    [own({ SmartDocId: '77', Mark: mark })],
    {
      kind: 'acknowledged',
      processId: '77',
      mark: String(mark),
      uid: '',
      authenticationCode: '',
      qrUrl: '',
    },
  ],
  ['an error with status 200', 200, [own({ ErrorMessage: 'Άγνωστο είδος' })], refused('Άγνωστο είδος')],
  ['an error with status 400', 400, { ApiResult: [own({ ErrorMessage: 'Ποσά' })] }, refused('Ποσά')],
  ['a list of errors with status 400', 400, [own({ ErrorMessage: 'Ποσά' }), other], refused('Ποσά')],
  ['the problem of a whole call', 400, problem, refused('Bad Request: Lines')],
  ['an error beside a record', 200, [own({ SmartDocId: '77', ErrorMessage: 'myDATA' })], lookThere('contradiction')],
  ['a record with status 400', 400, [own({ SmartDocId: '77' })], lookThere('contradiction')],
  ['an error that is no text', 200, [own({ ErrorMessage: ['Ποσά'] })], lookThere('unreadable')],
  ['two answers to one document', 200, [own({ SmartDocId: '1' }), own({})], lookThere('contradiction')],
  ['an answer to another document', 200, [other], lookThere('unreadable')],
  ['an error of another document', 400, [other], lookThere('http-400')],
  ['no content', 200, undefined, lookThere('unreadable')],
  ['another content', 200, { ok: true }, lookThere('unreadable')],
  ['a failure of the service', 500, own({}), lookThere('http-500')],
  ['a problem without words', 400, {}, lookThere('http-400')],
])('reads %s', (_what, status, body, expected) => {
  expect(readInsertion({ status, body }, KEY)).toEqual(expected)
})

test.each([
  ['time-out', lookThere('time-out')],
  ['cut', lookThere('cut')],
  ['not-json', lookThere('not-json')],
  ['http-502', lookThere('http-502')],
  ['unreachable', { kind: 'unsent', reason: 'unreachable' }],
  ['sign-in http-401', { kind: 'unsent', reason: 'sign-in http-401' }],
])('is sure that nothing was sent only without a connection or a sign-in: %s', (failure, expected) => {
  expect(readInsertion({ failure }, KEY)).toEqual(expected)
})

test('an expired token is renewed once, and an account whose renewal is refused signs in again', async () => {
  const { simulator, smart } = await open()
  await smart.send(invoice({ key: 'a' }))
  simulator.expireTokens()
  expect((await smart.send(invoice({ key: 'b' }))).kind).toBe('inserted')
  simulator.expireTokens(true)
  expect((await smart.send(invoice({ key: 'c' }))).kind).toBe('inserted')
  expect(simulator.calls().map(({ call, status }) => `${call} ${status}`)).toEqual([
    'login 200',
    'insert 200',
    'insert 401',
    'refresh 200',
    'insert 200',
    'insert 401',
    'refresh 401',
    'login 200',
    'insert 200',
  ])
  expect(simulator.recorded().map(({ RefDocCode }) => RefDocCode)).toEqual(['a', 'b', 'c'])
})

test('the token goes to no other host, and nothing is sent without the address of Epsilon Smart', async () => {
  const { simulator, smart } = await open()
  const body = { jwt: 'eyJ.a.b', jwtRefreshToken: 'r', url1: 'https://epsilondigital.epsilonnet.gr/' }
  for (const named of [{ url2: 'https://epsilonnet.gr.evil.example/' }, {}]) {
    simulator.fail({ call: 'login', mode: 'answer', body: { ...body, ...named } })
    expect(await smart.send(invoice())).toEqual({ kind: 'unsent', reason: 'sign-in address-refused' })
  }
  expect(simulator.calls().map(({ call }) => call)).toEqual(['login', 'login'])
})

test('no answer repeats a secret, and after a lost answer the service is asked nothing', async () => {
  const { simulator, smart } = await open()
  simulator.fail({ call: 'insert', mode: 'echo-secrets' })
  const answer = JSON.stringify(await smart.send(invoice()))
  expect(answer).toContain('refused-there')
  expect(answer).not.toMatch(/eyJ|pass-word|sub-key/)
  simulator.fail({ call: 'insert', mode: 'cut', stored: true })
  expect(await smart.send(invoice())).toEqual(lookThere('cut'))
  expect(await smart.ask(invoice())).toEqual(lookThere('not-asked'))
  expect(simulator.recorded()).toHaveLength(1)
})

test('the words of an answer are stored without control characters, and no sign is cut in two', async () => {
  const { simulator, smart } = await open()
  const answers = [
    { ErrorMessage: 'Άγνωστο\u0000είδος' },
    { ErrorMessage: `${'α'.repeat(499)}😀` },
    { SmartDocId: '7\u0000' },
  ]
  for (const answer of answers)
    simulator.fail({ call: 'insert', mode: 'answer', body: [{ RefDocCode: KEY, ...answer }] })
  expect(await smart.send(invoice())).toEqual(refused('Άγνωστο είδος'))
  expect(await smart.send(invoice())).toEqual(refused('α'.repeat(499)))
  expect(await smart.send(invoice())).toEqual({ kind: 'inserted', recordId: '7' })
})
