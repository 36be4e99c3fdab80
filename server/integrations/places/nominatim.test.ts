import { afterEach, describe, expect, test } from 'vitest'
import { type NominatimAccess, openNominatim } from './nominatim.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { Places } from './places.ts'
import { type NominatimSimulator, startNominatimSimulator } from '#simulators/nominatim-simulator.ts'

const GAP = 30
const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

async function open(access: Partial<NominatimAccess> = {}): Promise<{ simulator: NominatimSimulator; places: Places }> {
  const simulator = await startNominatimSimulator({ gapMilliseconds: GAP })
  closings.push(() => simulator.close())
  const places = openNominatim({
    url: `${simulator.url}/`,
    userAgent: 'Kerino (+https://kerino.example)',
    pace: { gapMilliseconds: GAP },
    ...access,
  })
  return { simulator, places }
}

const foundBy = async (places: Places, text: string) => {
  const answer = await places.search(text)
  if (answer.kind !== 'found') throw new Error(answer.reason)
  return answer.places
}

describe('finding places', () => {
  test('returns an address with its parts and degrees, for a question in the form of the service', async () => {
    const { simulator, places } = await open()
    expect(await foundBy(places, 'Ερμού 15, Αθήνα')).toEqual([
      {
        name: '15, Ερμού, Σύνταγμα, Αθήνα, Περιφέρεια Αττικής, 105 63, Ελλάς',
        street: 'Ερμού 15',
        city: 'Αθήνα',
        postcode: '10563',
        country: 'Ελλάς',
        lat: 37.97588,
        lon: 23.73312,
      },
    ])
    const question = new URL(simulator.asked()[0] ?? '', 'http://x').searchParams
    expect(Object.fromEntries(question)).toEqual({
      q: 'Ερμού 15, Αθήνα',
      format: 'jsonv2',
      addressdetails: '1',
      'accept-language': 'el',
      countrycodes: 'gr',
      limit: '10',
    })
  })

  test.each([
    ['written in capitals without accents', 'ΕΡΜΟΥ ΑΘΗΝΑ', 'Αθήνα'],
    ['in a town', 'Σταϊκοπούλου Ναύπλιο', 'Ναύπλιο'],
    ['in a village', '25ης Μαρτίου Φηρά', 'Φηρά'],
    ['where only the municipality is known', 'Μεγάλου Αλεξάνδρου Μετσόβου', 'Δήμος Μετσόβου'],
    ['by postcode', '54623', 'Θεσσαλονίκη'],
  ])('finds a place %s', async (_what, text, city) => {
    const { places } = await open()
    expect(await foundBy(places, text)).toMatchObject([{ city }])
  })

  test('returns an empty list if nothing is found, and at most the first ten places', async () => {
    const { places } = await open()
    expect(await foundBy(places, 'Οδός Που Δεν Υπάρχει')).toEqual([])
    expect(await foundBy(places, 'Ελλάδα')).toEqual([])
    expect((await foundBy(places, 'Αττικής')).length).toBe(10)
  })

  test('returns the nearest address of a point, and none over the sea', async () => {
    const { places } = await open()
    expect(await places.at({ lat: 40.6335, lon: 22.943 })).toMatchObject({
      kind: 'found',
      places: [{ street: 'Τσιμισκή 43', city: 'Θεσσαλονίκη', postcode: '54623' }],
    })
    expect(await places.at({ lat: 38.9, lon: 25.1 })).toEqual({ kind: 'found', places: [] })
    expect(await places.at({ lat: 0, lon: -0.1 })).toEqual({ kind: 'found', places: [] })
  })

  test('leaves out places that cannot be read', async () => {
    const { simulator, places } = await open()
    const hit = { lat: '37.9', lon: '23.7', display_name: 'Κάπου \u0000 ' }
    simulator.answerWith({
      status: 200,
      type: 'application/json',
      text: JSON.stringify([hit, { ...hit, lat: '' }, { ...hit, lat: '91' }, { ...hit, lon: 'x' }, null, 5]),
    })
    expect(await foundBy(places, 'Κάπου')).toEqual([
      { name: 'Κάπου', street: '', city: '', postcode: '', country: '', lat: 37.9, lon: 23.7 },
    ])
  })
})

describe('failures', () => {
  test.each([
    ['html-502', 'http-502'],
    ['cut', 'cut'],
    ['redirect', 'redirected'],
    ['endless', 'too-long'],
  ] as const)('%s makes the service unavailable for one question only', async (failure, reason) => {
    const { simulator, places } = await open()
    simulator.fail(failure)
    expect(await places.search('Ερμού')).toEqual({ kind: 'unavailable', reason })
    expect(await foundBy(places, 'Ερμού 15')).toHaveLength(1)
  })

  const answer = (status: number, text: string) => ({ status, type: 'application/json', text })
  test.each([
    ['an HTML page', answer(200, '<html>'), 'unreadable'],
    ['an empty answer', answer(200, ''), 'unreadable'],
    ['another error', answer(200, '{"error":"Internal"}'), 'unreadable'],
    ['a refused question', answer(400, '{"error":{"code":400,"message":"x"}}'), 'http-400'],
    ['a block of the account', answer(403, ''), 'http-403'],
    ['a refusal for too many questions', answer(429, ''), 'http-429'],
  ])('%s makes the service unavailable', async (_what, special, reason) => {
    const { simulator, places } = await open()
    simulator.answerWith(special)
    expect(await places.search('Ερμού')).toEqual({ kind: 'unavailable', reason })
  })

  test('the service refuses callers without a name and callers that are too fast', async () => {
    const { simulator } = await open()
    const nameless = openNominatim({ url: simulator.url, userAgent: 'node' })
    expect(await nameless.search('Ερμού')).toEqual({ kind: 'unavailable', reason: 'http-403' })
    const slow = await startNominatimSimulator({ gapMilliseconds: 60_000 })
    closings.push(() => slow.close())
    const fast = openNominatim({ url: slow.url, userAgent: 'Kerino', pace: { gapMilliseconds: 0 } })
    expect(await fast.search('Ερμού')).toMatchObject({ kind: 'found' })
    expect(await fast.search('Ερμού')).toEqual({ kind: 'unavailable', reason: 'http-429' })
  })

  test('a service that never answers times out, and one that is not running is unreachable', async () => {
    const { simulator, places } = await open({ timeLimit: () => AbortSignal.timeout(100) })
    simulator.fail('time-out')
    expect(await places.search('Ερμού')).toEqual({ kind: 'unavailable', reason: 'time-out' })
    await simulator.close()
    const gone = openNominatim({ url: simulator.url, userAgent: 'Kerino' })
    expect(await gone.search('Ερμού')).toEqual({ kind: 'unavailable', reason: 'unreachable' })
  })
})

describe('one question at a time', () => {
  test('questions of many people at once keep the pace of the service', async () => {
    const { simulator, places } = await open()
    const answers = await Promise.all([
      ...['Ερμού', 'Τσιμισκή', 'Εγνατία', 'Χίου'].map((text) => places.search(text)),
      places.at({ lat: 37.97588, lon: 23.73312 }),
    ])
    expect(answers.map(({ kind }) => kind)).toEqual(answers.map(() => 'found'))
    expect(simulator.asked()).toHaveLength(5)
  })

  test('a question is refused without a call if the queue is full or the wait is too long', async () => {
    const turn = oneAtATime({ gapMilliseconds: 0, longestWaitMilliseconds: 60_000, mostWaiting: 1 })
    const { promise: held, resolve: release } = Promise.withResolvers<string>()
    const first = turn(() => held)
    await Promise.resolve()
    await new Promise((resolve) => setImmediate(resolve))
    const second = turn(async () => 'second')
    expect(await turn(async () => 'third')).toBeNull()
    release('first')
    expect(await Promise.all([first, second])).toEqual(['first', 'second'])
    const hurried = oneAtATime({ gapMilliseconds: 0, longestWaitMilliseconds: -1, mostWaiting: 1 })
    expect(await hurried(async () => 'asked')).toBeNull()
  })

  test('persons take turns, and a person with three waiting tasks is refused while others are accepted', async () => {
    const turn = oneAtATime({
      gapMilliseconds: 0,
      longestWaitMilliseconds: 60_000,
      mostWaiting: 10,
      mostWaitingEach: 3,
    })
    const order: string[] = []
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const ask = (person: string, what: string) =>
      turn(async () => {
        await held
        order.push(`${person} ${what}`)
        return what
      }, person)
    const first = ask('maria', '1')
    await new Promise((resolve) => setImmediate(resolve))
    const waiting = [ask('maria', '2'), ask('maria', '3'), ask('maria', '4')]
    expect(await ask('maria', '5')).toBeNull()
    const others = [ask('nikos', '1'), ask('nikos', '2'), ask('anna', '1')]
    release()
    await Promise.all([first, ...waiting, ...others])
    expect(order).toEqual(['maria 1', 'nikos 1', 'anna 1', 'maria 2', 'nikos 2', 'maria 3', 'maria 4'])
  })

  test('a failing task does not stop the next one', async () => {
    const turn = oneAtATime({ gapMilliseconds: 0, longestWaitMilliseconds: 60_000, mostWaiting: 5 })
    const failing = turn(() => Promise.reject(new Error('no')))
    const next = turn(async () => 'next')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('next')
  })
})
