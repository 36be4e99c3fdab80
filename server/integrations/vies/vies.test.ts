import { afterEach, expect, test } from 'vitest'
import { startViesSimulator, type ViesSimulator } from '#simulators/vies-simulator.ts'
import { openVies, type Vies, type ViesAccess } from './vies.ts'

const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

async function open(access: Partial<ViesAccess> = {}): Promise<{ simulator: ViesSimulator; vies: Vies }> {
  const simulator = await startViesSimulator()
  closings.push(() => simulator.close())
  return { simulator, vies: openVies({ url: simulator.url, ...access }) }
}

const GERMAN = { country: 'DE', vat: '136695976' }
const ITALIAN = { country: 'IT', vat: '00743110157' }
const OWN = '094014201'

test('a number is valid or not, with the name that its country publishes and the number of the consultation', async () => {
  const { simulator, vies } = await open()
  expect(await vies.ask(ITALIAN, OWN)).toEqual({
    kind: 'answered',
    valid: true,
    name: 'IT 00743110157 LTD',
    address: 'MAIN STREET 1 1000 CITY',
    requestId: 'WAPIAAAA000001',
  })
  expect(await vies.ask(GERMAN, null)).toEqual({ kind: 'answered', valid: true, name: '', address: '', requestId: '' })
  simulator.ended.add('DE136695976')
  expect(await vies.ask(GERMAN, OWN)).toMatchObject({ kind: 'answered', valid: false })
  expect(simulator.asked()).toEqual(['IT00743110157/094014201', 'DE136695976', 'DE136695976/094014201'])
})

test('Greece is EL at VIES, and a requester that VIES refuses is left out', async () => {
  const { simulator, vies } = await open()
  expect(await vies.ask({ country: 'GR', vat: OWN }, '123456789')).toMatchObject({ valid: true, requestId: '' })
  expect(simulator.asked()).toEqual([`EL${OWN}/123456789`, `EL${OWN}`])
})

test.each([
  'INVALID_INPUT',
  'GLOBAL_MAX_CONCURRENT_REQ',
  'GLOBAL_MAX_CONCURRENT_REQ_TIME',
  'MS_MAX_CONCURRENT_REQ',
  'MS_MAX_CONCURRENT_REQ_TIME',
  'SERVICE_UNAVAILABLE',
  'MS_UNAVAILABLE',
  'TIMEOUT',
  'VAT_BLOCKED',
  'IP_BLOCKED',
])('the error %s says nothing about the number', async (code) => {
  const { simulator, vies } = await open()
  simulator.failWith(code)
  expect(await vies.ask(GERMAN, OWN)).toEqual({ kind: 'unavailable', reason: code })
  expect(await vies.ask(GERMAN, OWN)).toMatchObject({ valid: true })
})

const json = (body: unknown) => ({ status: 200, type: 'application/json', text: JSON.stringify(body) })

test.each([
  ['another number', json({ valid: true, countryCode: 'DE', vatNumber: '999' }), 'another-number'],
  ['another country', json({ valid: true, countryCode: 'FR', vatNumber: GERMAN.vat }), 'another-number'],
  ['no answer', json({ countryCode: 'DE' }), 'unreadable'],
  ['a text in place of the answer', json({ valid: 'yes' }), 'unreadable'],
  ['an HTML page', { status: 200, type: 'text/html', text: '<html>Maintenance</html>' }, 'unreadable'],
  ['an unknown error', json({ errorWrappers: [{ error: '<b>' }] }), 'unknown-code'],
  ['a status of 500', { status: 500, type: 'text/plain', text: '' }, 'http-500'],
] as const)('%s is not accepted as an answer', async (_what, answer, reason) => {
  const { simulator, vies } = await open()
  simulator.answerWith(answer)
  expect(await vies.ask(GERMAN, null)).toEqual({ kind: 'unavailable', reason })
})

test('the other name of the answer is read too', async () => {
  const { simulator, vies } = await open()
  simulator.answerWith(json({ isValid: false, userError: 'INVALID' }))
  expect(await vies.ask(GERMAN, null)).toMatchObject({ kind: 'answered', valid: false })
})

test('a name and an address are cut, and a number of a consultation that is too long is left out', async () => {
  const { simulator, vies } = await open()
  const long = { name: 'Κ'.repeat(299) + '🕯', address: 'Α'.repeat(9_000), requestIdentifier: 'W'.repeat(101) }
  simulator.answerWith(json({ valid: true, ...long }))
  expect(await vies.ask(GERMAN, OWN)).toEqual({
    kind: 'answered',
    valid: true,
    name: 'Κ'.repeat(299),
    address: 'Α'.repeat(500),
    requestId: '',
  })
})

test('a question without an answer ends by its time limit, and a block is remembered', async () => {
  const begun: string[] = []
  const pause = {
    reason: async () => begun[0] ?? null,
    until: async () => null,
    begin: async (reason: string) => void begun.push(reason),
    answered: async () => {},
  }
  const { simulator, vies } = await open({ pause, timeLimit: () => AbortSignal.timeout(100) })
  simulator.fail('time-out')
  expect(await vies.ask(GERMAN, null)).toEqual({ kind: 'unavailable', reason: 'time-out' })
  expect(begun).toEqual([])
  simulator.failWith('IP_BLOCKED')
  await vies.ask(GERMAN, null)
  expect(await vies.ask(GERMAN, null)).toEqual({ kind: 'unavailable', reason: 'IP_BLOCKED' })
  expect(simulator.asked()).toEqual([])
})
