import { afterEach, describe, expect, test } from 'vitest'
import { questionFor } from './gsis-wire.ts'
import { type GsisAccess, openGsis } from './gsis.ts'
import type { Registry } from './registry.ts'
import type { SimulatedCompany } from '#simulators/gsis-companies.ts'
import {
  type GsisSimulator,
  type GsisSimulatorOptions,
  soapFault,
  startGsisSimulator,
} from '#simulators/gsis-simulator.ts'

// characters that have a meaning in XML, which the service must receive unchanged
const ACCOUNT = { username: `office & "co" <1>`, password: `it's ]]> a&amp;b` }
const FOOD = '701122337'
const HOTEL = '701124552'

const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

async function open(
  options: Partial<GsisSimulatorOptions> = {},
  access: Partial<GsisAccess> = {},
): Promise<{ simulator: GsisSimulator; registry: Registry }> {
  const simulator = await startGsisSimulator({ ...ACCOUNT, ...options })
  closings.push(() => simulator.close())
  return { simulator, registry: openGsis({ ...ACCOUNT, url: simulator.url, ...access }) }
}

describe('a company of the registry', () => {
  test('is returned without the blanks that the registry adds', async () => {
    const { registry } = await open()
    expect(await registry.find(FOOD)).toEqual({
      kind: 'found',
      company: {
        vat: FOOD,
        name: 'ΓΑΛΑΝΗΣ ΤΡΟΦΙΜΑ ΑΝΩΝΥΜΗ ΕΤΑΙΡΕΙΑ',
        title: 'ΓΑΛΑΝΗΣ ΤΡΟΦΙΜΑ',
        taxOffice: 'ΦΑΕ ΑΘΗΝΩΝ',
        legalStatus: 'ΑΕ',
        street: 'ΛΕΩΦ ΚΗΦΙΣΟΥ',
        streetNumber: '42',
        postcode: '10442',
        city: 'ΑΘΗΝΑ',
        active: true,
        activeText: 'ΕΝΕΡΓΟΣ ΑΦΜ',
        business: true,
        businessText: 'ΕΠΙΤΗΔΕΥΜΑΤΙΑΣ',
        stopDate: null,
        activities: [
          { code: '46390000', name: 'ΜΗ ΕΞΕΙΔΙΚΕΥΜΕΝΟ ΧΟΝΔΡΙΚΟ ΕΜΠΟΡΙΟ ΤΡΟΦΙΜΩΝ, ΠΟΤΩΝ ΚΑΙ ΚΑΠΝΟΥ', main: true },
          { code: '52101900', name: 'ΥΠΗΡΕΣΙΕΣ ΑΛΛΗΣ ΑΠΟΘΗΚΕΥΣΗΣ', main: false },
        ],
      },
    })
  })

  test('starts with its main activity, wherever the registry lists it', async () => {
    const { registry } = await open()
    const answer = await registry.find(HOTEL)
    const activities = answer.kind === 'found' ? answer.company.activities : []
    expect(activities.map(({ main }) => main)).toEqual([true, false, false])
    expect(activities[0]?.code).toBe('55101000')
  })

  test('may have one activity or none, double blanks, leading zeros and XML characters', async () => {
    const odd: SimulatedCompany = {
      afm: '090000045',
      onomasia: 'ΝΙΚΟΛΑΟΥ   & ΥΙΟΙ  <ΑΕ>',
      title: '',
      doy: '',
      legalStatus: '',
      street: '',
      streetNumber: '',
      postcode: '04 711',
      city: '',
      activities: [['01110000', 'ΚΑΛΛΙΕΡΓΕΙΑ', '1']],
    }
    const { registry } = await open({ companies: [odd, { ...odd, afm: '094014201', activities: [] }] })
    expect(await registry.find('090000045')).toMatchObject({
      company: {
        name: 'ΝΙΚΟΛΑΟΥ & ΥΙΟΙ <ΑΕ>',
        title: '',
        street: '',
        postcode: '04711',
        activities: [{ code: '01110000' }],
      },
    })
    expect(await registry.find('094014201')).toMatchObject({ kind: 'found', company: { activities: [] } })
  })

  test('shows whether its number was deactivated and whether its business stopped', async () => {
    const { registry } = await open()
    expect(await registry.find('701133548')).toMatchObject({
      company: {
        active: false,
        activeText: 'ΑΠΕΝΕΡΓΟΠΟΙΗΜΕΝΟΣ ΑΦΜ',
        business: false,
        stopDate: '2019-06-30',
        activities: [],
      },
    })
    expect(await registry.find('701134650')).toMatchObject({
      company: { active: true, business: false, businessText: 'ΠΡΩΗΝ ΕΠΙΤΗΔΕΥΜΑΤΙΑΣ', stopDate: '2024-12-31' },
    })
  })
})

describe('a refusal of the registry', () => {
  test.each([
    ['an unassigned number', '094014201', 'RG_WS_PUBLIC_TAXPAYER_NF'],
    ['an invalid number', '123456789', 'RG_WS_PUBLIC_WRONG_AFM'],
    ['a private person', '701135763', 'RG_WS_PUBLIC_EPIT_NF'],
  ])('%s is absent', async (_what, vat, code) => {
    const { registry } = await open()
    expect(await registry.find(vat)).toEqual({ kind: 'absent', code })
  })

  test.each([
    'AFM_CALLED_BY_BLOCKED',
    'AFM_CALLED_BY_NOT_ALLOWED',
    'AFM_CALLED_BY_NOT_FOUND',
    'FAILURES_TOLERATED_EXCEEDED',
    'MAX_DAILY_USERNAME_CALLS_EXCEEDED',
    'MONTHLY_LIMIT_EXCEEDED',
    'NO_INPUT_PARAMETERS',
    'TOKEN_AFM_BLOCKED',
    'TOKEN_AFM_NOT_AUTHORIZED',
    'TOKEN_AFM_NOT_FOUND',
    'TOKEN_AFM_NOT_REGISTERED',
    'TOKEN_USERNAME_NOT_ACTIVE',
    'TOKEN_USERNAME_NOT_AUTHENTICATED',
    'TOKEN_USERNAME_NOT_DEFINED',
    'TOKEN_USERNAME_TOO_LONG',
  ])('%s is a refusal of the account', async (code) => {
    const { simulator, registry } = await open()
    simulator.failWith(code)
    expect(await registry.find(FOOD)).toEqual({ kind: 'refused', code: `RG_WS_PUBLIC_${code}` })
  })

  test.each([
    ['MSG_TO_TAXISNET_ERROR', 'RG_WS_PUBLIC_MSG_TO_TAXISNET_ERROR'],
    ['SERVICE_NOT_ACTIVE', 'RG_WS_PUBLIC_SERVICE_NOT_ACTIVE'],
    ['NEVER_HEARD_OF <b>', 'unknown-code'],
  ])('%s makes the registry unavailable', async (code, reason) => {
    const { simulator, registry } = await open()
    simulator.failWith(code)
    expect(await registry.find(FOOD)).toEqual({ kind: 'unavailable', reason })
  })

  test('is a refusal of the account for a wrong password, a missing account or a foreign caller', async () => {
    const { simulator } = await open()
    const { url } = simulator
    const wrong = { ...ACCOUNT, url, password: 'x' }
    expect(await openGsis(wrong).find(FOOD)).toMatchObject({ code: 'RG_WS_PUBLIC_TOKEN_USERNAME_NOT_AUTHENTICATED' })
    const none = { ...ACCOUNT, url, username: '' }
    expect(await openGsis(none).find(FOOD)).toMatchObject({ code: 'RG_WS_PUBLIC_TOKEN_USERNAME_NOT_DEFINED' })
    const foreign = { ...ACCOUNT, url, calledBy: '094014201' }
    expect(await openGsis(foreign).find(FOOD)).toMatchObject({ code: 'RG_WS_PUBLIC_AFM_CALLED_BY_NOT_ALLOWED' })
    expect(simulator.asked()).toEqual([])
    expect(await openGsis({ ...ACCOUNT, url, calledBy: '094019245' }).find(FOOD)).toMatchObject({ kind: 'found' })
  })

  test('leads to a pause after many wrong questions', async () => {
    const { registry } = await open({ failuresTolerated: 2 })
    for (const vat of ['094014201', '094014201'])
      expect(await registry.find(vat)).toMatchObject({ code: 'RG_WS_PUBLIC_TAXPAYER_NF' })
    expect(await registry.find(FOOD)).toEqual({ kind: 'refused', code: 'RG_WS_PUBLIC_FAILURES_TOLERATED_EXCEEDED' })
  })
})

describe('a failure of the registry', () => {
  test.each([
    ['html-502', 'http-502'],
    ['cut', 'cut'],
    ['redirect', 'redirected'],
    ['endless', 'too-long'],
  ] as const)('%s makes the registry unavailable for one question only', async (failure, reason) => {
    const { simulator, registry } = await open()
    simulator.fail(failure)
    expect(await registry.find(FOOD)).toEqual({ kind: 'unavailable', reason })
    expect(await registry.find(FOOD)).toMatchObject({ kind: 'found' })
  })

  test('is a time-out if it never answers', async () => {
    const { simulator, registry } = await open({}, { timeLimit: () => AbortSignal.timeout(100) })
    simulator.fail('time-out')
    expect(await registry.find(FOOD)).toEqual({ kind: 'unavailable', reason: 'time-out' })
  })

  test('is "unreachable" if it is not running', async () => {
    const { simulator, registry } = await open()
    await simulator.close()
    expect(await registry.find(FOOD)).toEqual({ kind: 'unavailable', reason: 'unreachable' })
  })

  test('is reported if an answer has no end', async () => {
    const { simulator, registry } = await open()
    const whole = await answerFor(simulator, FOOD)
    simulator.answerWith({ ...whole, text: whole.text.slice(0, whole.text.indexOf('</basic_rec>')) })
    expect(await registry.find(FOOD)).toEqual({ kind: 'unavailable', reason: 'unreadable' })
  })

  test('does not include XML characters written as names or numbers, which are decoded once', async () => {
    const { simulator, registry } = await open()
    const whole = await answerFor(simulator, FOOD)
    simulator.answerWith({
      ...whole,
      text: whole.text.replace('ΓΑΛΑΝΗΣ ΤΡΟΦΙΜΑ ', '&#915;&#x0391; &amp;amp; &quot;&bogus;&#0;&#xD800; '),
    })
    expect(await registry.find(FOOD)).toMatchObject({ company: { name: 'ΓΑ &amp; "&bogus; \ufffd ΑΝΩΝΥΜΗ ΕΤΑΙΡΕΙΑ' } })
  })

  const ok = (text: string) => ({ status: 200, type: 'text/xml', text })
  test.each([
    ['a SOAP fault', soapFault('Malformed XML'), 'soap-fault'],
    ['an HTML page', ok('<html><body>Maintenance</body></html>'), 'unreadable'],
    ['no XML', ok('Service Temporarily Unavailable'), 'unreadable'],
    ['an empty answer', ok(''), 'unreadable'],
    ['a document type', ok('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'), 'unreadable'],
    ['the name __proto__', ok('<Envelope><__proto__><Body/></__proto__></Envelope>'), 'unreadable'],
    ['an empty envelope', ok('<e:Envelope xmlns:e="x"><e:Body/></e:Envelope>'), 'unreadable'],
  ])('%s is not accepted as an answer', async (_what, answer, reason) => {
    const { simulator, registry } = await open()
    simulator.answerWith(answer)
    expect(await registry.find(FOOD)).toEqual({ kind: 'unavailable', reason })
  })

  test('is reported if the answer is for another company', async () => {
    const { simulator, registry } = await open()
    simulator.answerWith(await answerFor(simulator, HOTEL))
    expect(await registry.find(FOOD)).toEqual({ kind: 'unavailable', reason: 'another-company' })
  })

  test('never contains the password of the account', async () => {
    const { simulator, registry } = await open()
    simulator.answerWith(soapFault(`bad token ${ACCOUNT.username} ${ACCOUNT.password}`))
    simulator.failWith(`${ACCOUNT.password}`)
    const said = JSON.stringify([await registry.find(FOOD), await registry.find(FOOD)])
    expect(said).not.toContain('office')
    expect(said).not.toContain("it's")
  })
})

/** Returns the answer of the registry for a company, as text. */
async function answerFor({ url }: GsisSimulator, vat: string) {
  const headers = { 'content-type': 'application/soap+xml' }
  const answer = await fetch(url, { method: 'POST', headers, body: questionFor(vat, ACCOUNT) })
  return { status: 200, type: 'application/soap+xml', text: await answer.text() }
}
