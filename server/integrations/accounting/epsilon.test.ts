import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { taxHead, taxLine, taxParty } from '#testing/tax/tax-document.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { WrongConfiguration } from '#server/config.ts'
import type { Accounting, AccountingDocument, AccountingOutcome } from './accounting.ts'
import { pinnedAddress } from './epsilon-connection.ts'
import { type EpsilonOptions, openEpsilon } from './epsilon.ts'
import { uidOf } from './mydata-answer.ts'
import { type EpsilonSimulator, type FailurePlan, startEpsilonSimulator } from '#simulators/epsilon-simulator.ts'
import type { EpsilonSimulatorOptions } from '#simulators/epsilon-provider.ts'

const ACCOUNT = { subscriptionKey: 'sub-key-7f3a', email: 'office@firm.example', password: 'pass-word-91xy' }
const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

/** Names a call, to tell it from the other calls that are running. */
const callOf = (path: string, body: object): string =>
  `${path.split('/').at(-1)} ${'externalSystemId' in body ? String(body.externalSystemId) : ''}`

/** Starts a simulator and a client. A call times out only after the simulator has decided not to answer it. */
async function open(
  options: Partial<EpsilonSimulatorOptions> = {},
  access: Partial<EpsilonOptions> = {},
): Promise<{ simulator: EpsilonSimulator; accounting: Accounting }> {
  const waiting = new Map<string, AbortController>()
  const simulator = await startEpsilonSimulator({
    ...ACCOUNT,
    ...options,
    onNoAnswer: (url, body) => waiting.get(callOf(url, JSON.parse(body) as object))?.abort(),
  })
  closings.push(() => simulator.close())
  const { loginUrl } = simulator
  return {
    simulator,
    accounting: openEpsilon({
      ...ACCOUNT,
      loginUrl,
      hostSuffix: '.epsilonnet.gr',
      timeLimit: (path, body) => {
        const controller = new AbortController()
        waiting.set(callOf(path, body), controller)
        return controller.signal
      },
      ...access,
    }),
  }
}

/** The numbers of the invoices, by key. Documents with different keys have different numbers. */
const numbers = new Map([
  ['o1', 17],
  ['k', 17],
])
function numberOf(key: string): number {
  const number = numbers.get(key) ?? 1000 + numbers.size
  numbers.set(key, number)
  return number
}

const invoice = (key: string, more: Partial<AccountingDocument> = {}): AccountingDocument => ({
  ...taxHead('2026-11-20'),
  key,
  series: 'Α',
  number: numberOf(key),
  issuer: taxParty('Κερίνο', '094014201'),
  customer: taxParty('Παπαδόπουλος & Υιοί', 'EL090000045'),
  lines: [
    taxLine({
      code: 'K-1',
      name: 'Κερί «μεγάλο»',
      unit: 'Item',
      quantity: 12_5000,
      price: 3_3300,
      vatRate: 2400,
      vatCategory: 1,
      net: 4163,
      vat: 999,
    }),
    {
      ...taxLine({
        code: '',
        name: 'Φυτίλι',
        unit: 'CM',
        quantity: 100_0000,
        price: 10,
        vatRate: 1300,
        vatCategory: 2,
        net: 10,
        vat: 1,
      }),
      measurement: 4,
      measuredPlaces: 6,
    },
  ],
  net: 4173,
  vat: 1000,
  total: 5173,
  ...more,
})

const callsTo = (simulator: EpsilonSimulator) => simulator.calls().map(({ call }) => call)

describe('issuing', () => {
  test('an invoice is issued, is sent in the form of the service, and can be asked for', async () => {
    const { simulator, accounting } = await open()
    const sent = await accounting.send(invoice('o1'))
    expect(sent).toMatchObject({
      kind: 'acknowledged',
      mark: expect.stringMatching(/^\d{15}$/),
      uid: expect.stringMatching(/^[0-9A-F]{40}$/),
    })
    expect(await accounting.ask(invoice('o1'))).toEqual(sent)
    const wire = simulator.documents()[0]!.document
    expect(wire.source.invoice.issuer).toMatchObject({ vatNumber: '094014201', country: 'GR', postalCode: '10559' })
    expect(wire.source.invoice.counterpart).toMatchObject({ vatNumber: '090000045', name: 'Παπαδόπουλος & Υιοί' })
    expect(wire.source.invoice.invoiceHeader).toMatchObject({
      series: 'Α',
      aa: 17,
      issueDate: '2026-11-20',
      invoiceType: '1.1',
    })
    expect(wire.source.invoice.invoiceDetails[0]).toMatchObject({
      quantity: 12.5,
      netValue: 41.63,
      vatAmount: 9.99,
      vatPercent: 24,
      totalValue: 51.62,
      vatCategory: 1,
      measurementUnit: 1,
      measurementUnitUbl: 'H87',
    })
    expect(wire.source.invoice.invoiceDetails[1]).toMatchObject({ vatCategory: 2, measurementUnit: 4 })
    expect(wire.source.invoice.invoiceSummary).toEqual({ totalNetValue: 41.73, totalVatAmount: 10, totalValue: 51.73 })
  })

  test('a credit note names the MARK of the invoice that it cancels', async () => {
    const { simulator, accounting } = await open()
    const sent = await accounting.send(invoice('o1'))
    const correlatedMark = sent.kind === 'acknowledged' ? sent.mark : ''
    const credit = await accounting.send(invoice('o1-credit', { kind: 'credit-note', type: '5.1', correlatedMark }))
    expect(credit.kind).toBe('acknowledged')
    expect(simulator.documents()[1]!.document.source.invoice).toMatchObject({
      invoiceHeader: { invoiceType: '5.1' },
      correlatedInvoices: [{ mark: Number(correlatedMark) }],
    })
    expect(await accounting.send(invoice('o2-credit', { kind: 'credit-note', type: '5.1' }))).toMatchObject({
      kind: 'refused',
      code: '204',
    })
    expect(
      await accounting.send(
        invoice('o3-credit', { kind: 'credit-note', type: '5.1', correlatedMark: '400009999999999' }),
      ),
    ).toMatchObject({ kind: 'refused', code: '104' })
  })

  test('a line without VAT is sent with its reason', async () => {
    const { simulator, accounting } = await open()
    const line = { ...invoice('x').lines[0]!, vatRate: 0, vatCategory: 7, exemption: 14, vat: 0 }
    const customer = { ...taxParty('Kerzen GmbH', '136695976'), country: 'DE' }
    const without = invoice('r', { type: '1.2', customer, lines: [line], net: 4163, vat: 0, total: 4163 })
    expect((await accounting.send(without)).kind).toBe('acknowledged')
    const { counterpart, invoiceDetails } = simulator.documents()[0]!.document.source.invoice
    expect(counterpart).toMatchObject({ country: 'DE', vatNumber: '136695976' })
    expect(invoiceDetails[0]).toMatchObject({ vatCategory: 7, vatCategoryUbl: 'K', vatExemption: 14 })
  })

  test('a receipt for a private person names no recipient', async () => {
    const { simulator, accounting } = await open()
    expect((await accounting.send(invoice('r', { type: '11.1', customer: taxParty('Άννα', '') }))).kind).toBe(
      'acknowledged',
    )
    expect(simulator.documents()[0]!.document.source.invoice).not.toHaveProperty('counterpart')
  })

  test.each([
    ['a wrong total', { total: 5174 }, '209'],
    ['an order line with wrong VAT', { lines: [{ ...invoice('x').lines[0]!, vat: 998 }] }, '203'],
    ['a type of another country', { type: '1.2' as const }, '242'],
    ['a rate with the code of another', { lines: [{ ...invoice('x').lines[0]!, vatCategory: 2 }] }, '216'],
    [
      'a line without VAT and without reason',
      { lines: [{ ...invoice('x').lines[0]!, vatRate: 0, vatCategory: 7, vat: 0 }] },
      '217',
    ],
    ['a tax number with a wrong digit', { customer: taxParty('X', '123456789') }, '202'],
    ['a future day', { day: '2099-01-01' }, '260'],
  ])('%s is refused by the service with its code', async (_what, wrong, code) => {
    const { simulator, accounting } = await open()
    expect(await accounting.send(invoice('w', wrong))).toMatchObject({ kind: 'refused', code })
    expect(await accounting.ask(invoice('w'))).toMatchObject({ kind: 'refused', code })
    expect(simulator.documents()).toEqual([])
    expect((await accounting.send(invoice('w'))).kind).toBe('acknowledged')
  })

  test('a body that the service cannot read is refused with the text of the service', async () => {
    const { accounting } = await open()
    expect(await accounting.send(invoice('m', { number: 0 }))).toMatchObject({
      kind: 'refused',
      code: 'http-400',
      message: expect.stringContaining('validation'),
    })
  })

  test('a document in progress is reported as such until it is done', async () => {
    const { accounting } = await open({ polls: 2 })
    const kinds = [(await accounting.send(invoice('p'))).kind]
    for (let poll = 0; poll < 3; poll++) kinds.push((await accounting.ask(invoice('p'))).kind)
    expect(kinds).toEqual(['in-progress', 'in-progress', 'in-progress', 'acknowledged'])
  })

  test('a key that is already issued returns the first answer', async () => {
    const { simulator, accounting } = await open()
    const first = await accounting.send(invoice('twice'))
    expect(await accounting.send(invoice('twice'))).toEqual(first)
    expect(simulator.documents()).toHaveLength(1)
  })

  test('an unknown key is absent', async () => {
    const { accounting } = await open()
    expect(await accounting.ask(invoice('nobody'))).toEqual({ kind: 'absent' })
  })
})

describe('a bad connection', () => {
  const cases: [string, FailurePlan, string, boolean][] = [
    ['time-out before storing', { call: 'send', mode: 'time-out' }, 'time-out', false],
    ['time-out after storing', { call: 'send', mode: 'time-out', stored: true }, 'time-out', true],
    ['an HTML 502', { call: 'send', mode: 'html-502' }, 'http-502', false],
    ['an HTML 502 after storing', { call: 'send', mode: 'html-502', stored: true }, 'http-502', true],
    ['an HTML 404', { call: 'send', mode: 'not-found' }, 'http-404', false],
    ['an answer cut in the middle', { call: 'send', mode: 'cut', stored: true }, 'cut', true],
    ['a connection cut before storing', { call: 'send', mode: 'cut' }, 'cut', false],
    ['a redirect', { call: 'send', mode: 'redirect' }, 'redirected', false],
  ]
  test.each(cases)(
    '%s: the outcome is unknown, asking returns it, and there is one document',
    async (_what, plan, reason, stored) => {
      const { simulator, accounting } = await open()
      simulator.fail(plan)
      expect(await accounting.send(invoice('k'))).toEqual({ kind: 'unknown', reason })
      const asked = await accounting.ask(invoice('k'))
      expect(asked.kind === 'acknowledged').toBe(stored)
      expect((await accounting.send(invoice('k'))).kind).toBe('acknowledged')
      expect(simulator.documents()).toHaveLength(1)
    },
  )

  test.each(['time-out', 'html-502', 'cut', 'not-found', 'redirect'] as const)(
    'a question that ends in %s is unknown, never absent',
    async (mode) => {
      const { simulator, accounting } = await open()
      await accounting.send(invoice('k'))
      simulator.fail({ call: 'get', mode })
      expect((await accounting.ask(invoice('k'))).kind).toBe('unknown')
      expect((await accounting.ask(invoice('k'))).kind).toBe('acknowledged')
    },
  )

  test.each(['TED', 'TTA'] as const)(
    'a technical failure %s leaves the document open, and the same key may be sent again',
    async (category) => {
      const { simulator, accounting } = await open()
      simulator.fail({ call: 'send', mode: 'refuse', fault: { category, code: 'E500', message: 'x' } })
      expect(await accounting.send(invoice('k'))).toEqual({ kind: 'technical', code: 'E500', message: 'x' })
      expect(await accounting.ask(invoice('k'))).toEqual({ kind: 'technical', code: 'E500', message: 'x' })
      expect((await accounting.send(invoice('k'))).kind).toBe('acknowledged')
      expect(simulator.documents()).toHaveLength(1)
    },
  )

  test.each(['BTA', 'BED'] as const)(
    'a document refused with %s may be sent again after it is corrected',
    async (category) => {
      const { simulator, accounting } = await open()
      simulator.fail({ call: 'send', mode: 'refuse', fault: { category, code: 'X1', message: 'όχι' } })
      expect(await accounting.send(invoice('k'))).toEqual({ kind: 'refused', code: 'X1', message: 'όχι' })
      expect(simulator.documents()).toEqual([])
      expect((await accounting.send(invoice('k'))).kind).toBe('acknowledged')
    },
  )

  test('a document that is accepted long after the time-out is issued once', async () => {
    const { simulator, accounting } = await open()
    simulator.fail({ call: 'send', mode: 'late' })
    expect((await accounting.send(invoice('k'))).kind).toBe('unknown')
    expect(await accounting.ask(invoice('k'))).toEqual({ kind: 'absent' })
    simulator.takeLate()
    expect((await accounting.send(invoice('k'))).kind).toBe('acknowledged')
    expect(simulator.documents()).toHaveLength(1)
  })

  test('a service that is not running received nothing, and a question to it is unknown', async () => {
    const { simulator, accounting } = await open()
    await simulator.close()
    expect(await accounting.send(invoice('k'))).toEqual({ kind: 'unsent', reason: 'sign-in unreachable' })
    expect(await accounting.ask(invoice('k'))).toEqual({ kind: 'unknown', reason: 'sign-in unreachable' })
    await expect(accounting.address()).rejects.toMatchObject({
      refusal: { kind: 'unavailable', code: 'accounting-unreachable' },
    })
  })
})

describe('another document with our key', () => {
  test.each([
    ['customerVat', { customer: taxParty('Άλλος', '094019245') }, '090000045', '094019245'],
    ['amount', { lines: [invoice('x').lines[0]!], net: 4163, vat: 999, total: 5162 }, '51.73', '51.62'],
  ])('is detected by its %s, in answers to sending and asking', async (name, theirs, ours, given) => {
    const { simulator, accounting } = await open({ returnsDocument: true })
    const { mark } = (await accounting.send(invoice('k', theirs))) as { mark: string }
    const foreign = { kind: 'foreign', mark, differs: { [name]: [ours, given] } }
    expect(await accounting.ask(invoice('k'))).toEqual(foreign)
    expect(await accounting.send(invoice('k'))).toEqual(foreign)
    expect(simulator.documents()).toHaveLength(1)
  })

  test('is detected by its number if the answer does not name the key', async () => {
    const { simulator, accounting } = await open()
    const source = { invoice: { invoiceHeader: { aa: 18 } } }
    simulator.fail({ call: 'get', mode: 'answer', body: { processId: 'p', status: 1, signing: { mark: '4' }, source } })
    expect(await accounting.ask(invoice('k'))).toEqual({
      kind: 'foreign',
      mark: '4',
      differs: { orderNumber: ['17', '18'] },
    })
  })

  test('is our own if only its number differs: the answer names the number under which it was issued', async () => {
    const { simulator, accounting } = await open({ returnsDocument: true })
    await accounting.send(invoice('k', { series: 'Β', number: 18 }))
    const issued = { kind: 'acknowledged', issuedAs: { series: 'Β', number: 18 } }
    expect(await accounting.ask(invoice('k'))).toMatchObject(issued)
    expect(await accounting.send(invoice('k'))).toMatchObject(issued)
    expect(simulator.documents()).toHaveLength(1)
  })

  test('is detected by the key in the answer', async () => {
    const { simulator, accounting } = await open()
    simulator.fail({ call: 'get', mode: 'answer', body: { externalSystemId: 'other', processId: 'p', status: 0 } })
    expect(await accounting.ask(invoice('k'))).toEqual({
      kind: 'foreign',
      mark: null,
      differs: { key: ['k', 'other'] },
    })
  })

  test('is not reported for our own document in the spelling of the service', async () => {
    const { accounting } = await open({ returnsDocument: true })
    const sent = await accounting.send(invoice('k'))
    expect(sent.kind).toBe('acknowledged')
    expect(await accounting.ask(invoice('k'))).toEqual(sent)
  })
})

describe('the UID of an answer', () => {
  const answerWith = async (uid: string, source?: object) => {
    const { simulator, accounting } = await open({ returnsDocument: true })
    const signing = { uid, mark: 400001000000009, authenticationCode: 'A', qrCode: 'https://qr' }
    const body = { externalSystemId: 'k', processId: 'p1', status: 1, signing, ...(source ? { source } : {}) }
    simulator.fail({ call: 'get', mode: 'answer', body })
    return accounting.ask(invoice('k'))
  }

  test('is that of our document, or the document is a conflict and never ours', async () => {
    const ours = uidOf(invoice('k'))
    expect(await answerWith(ours.toLowerCase())).toMatchObject({ kind: 'acknowledged', mark: '400001000000009' })
    const theirs = uidOf({ ...invoice('k'), number: invoice('k').number + 1 })
    expect(await answerWith(theirs)).toEqual({
      kind: 'foreign',
      mark: '400001000000009',
      differs: { uid: [ours, theirs] },
    })
  })

  test('agrees with the day and the number that the answer names, as after a restore', async () => {
    const issued = { day: '2026-01-02', series: 'ΤΠ', number: 4711 }
    const header = { issueDate: issued.day, series: issued.series, aa: issued.number }
    const source = { invoice: { invoiceHeader: header } }
    expect(await answerWith(uidOf({ ...invoice('k'), ...issued }), source)).toMatchObject({
      kind: 'acknowledged',
      issuedAs: { series: 'ΤΠ', number: 4711 },
    })
    expect(await answerWith(uidOf(invoice('other')).replace(/./g, 'A'), source)).toMatchObject({ kind: 'foreign' })
  })
})

describe('an answer to "do you know this key" in another form', () => {
  const signing = { uid: 'U', mark: 400001000000009, authenticationCode: 'A', qrCode: 'https://qr' }
  const done = { externalSystemId: 'k', processId: 'p1', status: 1, signing }
  test.each<[string, number, unknown, object]>([
    ['a list of one', 200, [done], { kind: 'acknowledged', mark: '400001000000009' }],
    ['an envelope', 200, { data: done }, { kind: 'acknowledged' }],
    [
      'large first letters',
      200,
      { Status: 1, ProcessId: 'p1', Signing: { Mark: '400001000000009' } },
      { kind: 'acknowledged' },
    ],
    ['a status as text', 200, { ...done, status: 'Completed' }, { kind: 'acknowledged' }],
    ['a status in progress as text', 200, { processId: 'p1', status: 'In progress' }, { kind: 'in-progress' }],
    ['an empty list', 200, [], { kind: 'absent' }],
    ['a 404 with the message "not found"', 404, { message: 'Document not found' }, { kind: 'absent' }],
    ['a failure with the code "NotFound"', 200, { status: 2, errorCode: 'NotFound' }, { kind: 'absent' }],
    [
      'no status at all',
      200,
      { hello: 'κόσμε' },
      { kind: 'unknown', reason: 'unreadable', detail: '{"hello":"κόσμε"}' },
    ],
    ['a number', 200, 7, { kind: 'unknown', reason: 'unreadable', detail: '7' }],
    ['a completed document without MARK', 200, { ...done, signing: null }, { kind: 'unknown', reason: 'mark-missing' }],
    [
      'a document with endless codes',
      200,
      {
        ...done,
        signing: { ...signing, uid: 'U'.repeat(201), authenticationCode: 'A\u0000B', qrCode: 'q'.repeat(2_001) },
      },
      { kind: 'acknowledged', mark: '400001000000009', uid: '', authenticationCode: 'A B', qrUrl: '' },
    ],
    [
      'an endless MARK',
      200,
      { ...done, signing: { ...signing, mark: '4'.repeat(201) } },
      { kind: 'unknown', reason: 'mark-missing' },
    ],
    ['a refusal of the question', 400, { title: 'Bad', status: 400 }, { kind: 'unknown', reason: 'http-400' }],
    ['a 404 without a message', 404, undefined, { kind: 'unknown', reason: 'http-404' }],
  ])('%s is read, or quoted if it has no known meaning', async (_form, status, body, outcome) => {
    const { simulator, accounting } = await open()
    simulator.fail({ call: 'get', mode: 'answer', status, body })
    expect(await accounting.ask(invoice('k'))).toMatchObject(outcome)
  })
})

describe('tokens', () => {
  test('an expired token is refreshed once, and the call continues', async () => {
    const { simulator, accounting } = await open()
    await accounting.send(invoice('a'))
    simulator.expireTokens()
    expect((await accounting.send(invoice('b'))).kind).toBe('acknowledged')
    expect(callsTo(simulator)).toEqual(['login', 'send', 'send', 'refresh', 'send'])
  })

  test('callers with the same expired token share one refresh', async () => {
    const { simulator, accounting } = await open()
    await accounting.address()
    simulator.expireTokens()
    const outcomes = await Promise.all(['a', 'b', 'c', 'd'].map((key) => accounting.send(invoice(key))))
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(4).fill('acknowledged'))
    expect(callsTo(simulator).filter((call) => call === 'refresh')).toHaveLength(1)
    expect(callsTo(simulator).filter((call) => call === 'login')).toHaveLength(1)
  })

  test('an expired refresh token leads to a new sign-in', async () => {
    const { simulator, accounting } = await open()
    await accounting.send(invoice('a'))
    simulator.expireTokens(true)
    expect((await accounting.send(invoice('b'))).kind).toBe('acknowledged')
    expect(callsTo(simulator)).toEqual(['login', 'send', 'send', 'refresh', 'login', 'send'])
  })

  test('a refresh whose answer is lost costs a sign-in and no document', async () => {
    const { simulator, accounting } = await open()
    await accounting.send(invoice('a'))
    simulator.expireTokens()
    simulator.fail({ call: 'refresh', mode: 'time-out', stored: true })
    expect((await accounting.send(invoice('b'))).kind).toBe('acknowledged')
    expect(simulator.documents()).toHaveLength(2)
  })

  test('a service that refuses every token is called three times at most', async () => {
    const { simulator, accounting } = await open()
    simulator.fail({ call: 'send', mode: 'unauthorized', times: 99 })
    expect(await accounting.send(invoice('a'))).toEqual({ kind: 'unknown', reason: 'unauthorised' })
    expect(callsTo(simulator)).toEqual(['login', 'send', 'refresh', 'send', 'login', 'send'])
  })

  test('nothing is sent with a wrong password, and the answer does not contain it', async () => {
    const { accounting } = await open({ password: 'another' })
    expect(await accounting.send(invoice('a'))).toEqual({ kind: 'unsent', reason: 'sign-in http-401' })
  })

  test('secrets that the service repeats are removed from its texts', async () => {
    const { simulator, accounting } = await open({ careless: true })
    await accounting.address()
    simulator.fail({ call: 'send', mode: 'echo-secrets' })
    const outcome = JSON.stringify(await accounting.send(invoice('a')))
    expect(outcome).toContain('refused')
    expect(outcome).not.toMatch(/eyJ|pass-word|sub-key/)
    simulator.fail({ call: 'login', mode: 'echo-secrets' })
    const other = openEpsilon({ ...ACCOUNT, loginUrl: simulator.loginUrl, hostSuffix: 'x.gr' })
    expect(JSON.stringify(await other.send(invoice('b')))).not.toMatch(/eyJ|pass-word|sub-key/)
  })
})

describe('the address for a token', () => {
  const away = (named: string) => pinnedAddress(named, 'https://myaccount.epsilonnet.gr', '.epsilonnet.gr')

  test.each([
    ['https://epsilondigital.epsilonnet.gr/', 'https://epsilondigital.epsilonnet.gr/'],
    ['https://epsilondigital7.epsilonnet.gr', 'https://epsilondigital7.epsilonnet.gr/'],
    ['https://a.epsilonnet.gr/v3?x=1#y', 'https://a.epsilonnet.gr/v3/'],
  ])('may be %s', (named, address) => {
    expect(away(named)).toBe(address)
  })

  test.each([
    'http://epsilondigital.epsilonnet.gr/',
    'https://evilepsilonnet.gr/',
    'https://epsilonnet.gr.evil.example/',
    'https://evil.example/.epsilonnet.gr',
    'https://a:b@epsilondigital.epsilonnet.gr/',
    'https://epsilondigital.epsilonnet.gr:8443/',
    'http://127.0.0.1:9000/',
    'file:///etc/passwd',
    'nonsense',
    '',
  ])('may not be %s', (named) => {
    expect(away(named)).toBeNull()
  })

  test('from a real sign-in may not be a loopback address, and the token is not sent there', async () => {
    const seen: string[] = []
    const account = createServer((request, response) => {
      seen.push(request.url ?? '')
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jwt: 'eyJa.b.c', jwtRefreshToken: 'r', url1: 'https://evil.example/' }))
    })
    await new Promise<void>((resolve) => account.listen(0, '127.0.0.1', resolve))
    closings.push(
      () => new Promise((resolve) => account.close(resolve)),
      async () => account.closeAllConnections(),
    )
    const loginUrl = `http://127.0.0.1:${(account.address() as AddressInfo).port}`
    const accounting = openEpsilon({ ...ACCOUNT, loginUrl, hostSuffix: '.epsilonnet.gr' })
    expect(await accounting.send(invoice('a'))).toEqual({ kind: 'unsent', reason: 'sign-in address-refused' })
    expect(seen).toEqual(['/api/account/loginToSubscription'])
    account.closeAllConnections()
  })

  test('without https is refused at the start, unless it is a loopback address', () => {
    expect(() =>
      openEpsilon({ ...ACCOUNT, loginUrl: 'http://myaccount.epsilonnet.gr', hostSuffix: '.epsilonnet.gr' }),
    ).toThrow(WrongConfiguration)
    expect(() => openEpsilon({ ...ACCOUNT, loginUrl: 'https://myaccount.epsilonnet.gr', hostSuffix: '.' })).toThrow(
      WrongConfiguration,
    )
  })
})

describe('any failures of the connection', () => {
  /** Issues a document as a careful caller: it asks before it sends again. */
  async function issue(accounting: Accounting, key: string): Promise<AccountingOutcome[]> {
    const outcomes = [await accounting.send(invoice(key))]
    for (let step = 0; step < 60; step++) {
      const last = outcomes.at(-1)!
      if (last.kind === 'acknowledged') return outcomes
      const again = ['absent', 'refused', 'technical', 'unsent'].includes(last.kind)
      outcomes.push(await (again ? accounting.send(invoice(key)) : accounting.ask(invoice(key))))
    }
    throw new Error(`no end: ${JSON.stringify(outcomes.slice(-3))}`)
  }

  const stored = fc.boolean()
  const disturbance: fc.Arbitrary<FailurePlan> = fc.oneof(
    fc.record({
      call: fc.constant('send' as const),
      mode: fc.constantFrom('time-out' as const, 'html-502' as const, 'cut' as const),
      stored,
    }),
    fc.record({
      call: fc.constantFrom('login' as const, 'refresh' as const, 'send' as const, 'get' as const),
      mode: fc.constantFrom(
        'time-out' as const,
        'html-502' as const,
        'cut' as const,
        'unauthorized' as const,
        'not-found' as const,
        'redirect' as const,
      ),
    }),
    fc.record({
      call: fc.constant('send' as const),
      mode: fc.constant('refuse' as const),
      fault: fc.record({
        category: fc.constantFrom('TTA' as const, 'BTA' as const, 'BED' as const, 'TED' as const),
        code: fc.constant('F'),
        message: fc.constant('f'),
      }),
    }),
    fc.constant({ call: 'send' as const, mode: 'echo-secrets' as const }),
  )

  // the worst case: the document was stored, the answer was lost, and asking fails too
  const trap: fc.Arbitrary<FailurePlan[]> = fc
    .tuple(
      fc.constantFrom('html-502' as const, 'cut' as const, 'time-out' as const),
      fc.constantFrom('html-502' as const, 'cut' as const, 'not-found' as const),
    )
    .map(([sending, asking]) => [
      { call: 'send', mode: sending, stored: true },
      { call: 'get', mode: asking },
    ])
  const storm = fc
    .array(
      fc.oneof(
        disturbance.map((plan) => [plan]),
        trap,
      ),
      { maxLength: 6 },
    )
    .map((plans) => plans.flat())

  // a careless service would issue a key twice; the client and the caller alone must prevent it
  test.each([false, true])('each key leads to exactly one document (careless service: %s)', async (careless) => {
    await fc.assert(
      fc.asyncProperty(storm, fc.nat(2), async (plans, polls) => {
        const { simulator, accounting } = await open({ careless, polls })
        try {
          simulator.fail(...plans)
          const keys = ['one', 'two']
          const outcomes = await Promise.all(keys.map((key) => issue(accounting, key)))
          expect(
            simulator
              .documents()
              .map(({ key }) => key)
              .sort(),
          ).toEqual(keys)
          expect(JSON.stringify(outcomes)).not.toMatch(/eyJ|pass-word|sub-key/)
        } finally {
          await simulator.close()
        }
      }),
      { numRuns: 25, endOnFailure: true },
    )
  })
})
