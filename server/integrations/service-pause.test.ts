/** After a service refused the account, no process calls it for a while. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { openEpsilon } from './accounting/epsilon.ts'
import { openGsis } from './registry/gsis.ts'
import { openNominatim } from './places/nominatim.ts'
import { openGoogleRoutes } from './routes/google-routes.ts'
import { openOsrm } from './routes/osrm.ts'
import { type ServicePause, servicePause } from './service-pause.ts'
import { turnsAt } from './service-turns.ts'
import { type EpsilonSimulator, startEpsilonSimulator } from '#simulators/epsilon-simulator.ts'
import { startGsisSimulator } from '#simulators/gsis-simulator.ts'
import { startGoogleRoutesSimulator } from '#simulators/google-routes-simulator.ts'
import { startNominatimSimulator } from '#simulators/nominatim-simulator.ts'
import { startOsrmSimulator } from '#simulators/osrm-simulator.ts'

const RIGHT = { subscriptionKey: 's', email: 'e@kerino.test', password: 'right' }
let db: Database
let simulator: EpsilonSimulator
beforeAll(async () => {
  db = await testDatabase()
  simulator = await startEpsilonSimulator(RIGHT)
})
afterAll(async () => {
  await simulator?.close()
  await db?.close()
})

/** Ends a pause by moving its end into the past. */
const endPause = (name: string) =>
  db.run(sql`
    update settings set value = jsonb_set(value, '{until}', to_jsonb(now() - interval '1 second')) where name = ${name}`)

/** Returns the length of a pause in seconds; null if there is none. */
const secondsOf = async (name: string): Promise<number | null> => {
  const row = await db.maybe<{ seconds: number }>(sql`
    select round(extract(epoch from (value ->> 'until')::timestamptz - updated_at))::int as seconds
    from settings where name = ${name}`)
  return row?.seconds ?? null
}

test('a wrong accounting password is sent and logged once in each pause, and a corrected one is sent at once', async () => {
  const reasons: string[] = []
  const process = (password: string) =>
    openEpsilon({
      ...RIGHT,
      password,
      loginUrl: simulator.loginUrl,
      hostSuffix: 'epsilonnet.gr',
      pause: servicePause(db, 'accounting-sign-in', [password], (reason) => void reasons.push(reason)),
    })
  const unreachable = { refusal: { code: 'accounting-unreachable' } }
  const [one, two] = [process('wrong'), process('wrong')]
  for (let attempt = 0; attempt < 40; attempt++)
    for (const accounting of [one, two]) await expect(accounting.address()).rejects.toMatchObject(unreachable)
  expect([simulator.calls().length, reasons]).toEqual([1, ['http-401']])
  await endPause('accounting-sign-in')
  await expect(two.address()).rejects.toMatchObject(unreachable)
  await expect(one.address()).rejects.toMatchObject(unreachable)
  expect([simulator.calls().length, reasons]).toEqual([2, ['http-401']])
  expect(await process('right').address()).toContain('http')
  expect(await secondsOf('accounting-sign-in')).toBeNull()
})

const HOTEL = '701124552'
const GSIS = { username: 'u', password: 'p' }
const tooMany = (retryAfter?: string) => ({
  status: 429,
  type: 'text/html',
  text: '',
  ...(retryAfter === undefined ? {} : { retryAfter }),
})

test('no process calls a registry during its Retry-After time, and it is called again afterwards', async () => {
  const gsis = await startGsisSimulator(GSIS)
  const reasons: string[] = []
  const process = () =>
    openGsis({
      ...GSIS,
      url: gsis.url,
      pause: servicePause(db, 'registry-pause', ['u'], (why) => void reasons.push(why)),
    })
  const [one, two] = [process(), process()]
  gsis.answerWith(tooMany('600'))
  const unavailable = { kind: 'unavailable', reason: 'http-429' }
  expect(await one.find(HOTEL)).toEqual(unavailable)
  for (const registry of [one, two]) expect(await registry.find(HOTEL)).toEqual(unavailable)
  expect(gsis.asked()).toEqual([])
  expect(await secondsOf('registry-pause')).toBe(600)
  expect(reasons).toEqual(['http-429'])
  await endPause('registry-pause')
  expect(await two.find(HOTEL)).toMatchObject({ kind: 'found' })
  expect(await secondsOf('registry-pause')).toBeNull()
  await gsis.close()
})

test('a registry that refuses the account is called once in each pause, whatever numbers are looked up', async () => {
  const gsis = await startGsisSimulator(GSIS)
  const process = (password: string) =>
    openGsis({
      username: 'u',
      password,
      url: gsis.url,
      pause: servicePause(db, 'registry-pause', [password], () => {}),
    })
  const refused = { kind: 'refused', code: 'RG_WS_PUBLIC_TOKEN_USERNAME_NOT_AUTHENTICATED' }
  expect(await process('wrong').find(HOTEL)).toEqual(refused)
  // the simulator would answer this if it were called
  gsis.failWith('MONTHLY_LIMIT_EXCEEDED')
  expect(await process('wrong').find('094014201')).toEqual(refused)
  expect(await process('right').find(HOTEL)).toEqual({ kind: 'refused', code: 'RG_WS_PUBLIC_MONTHLY_LIMIT_EXCEEDED' })
  await db.run(sql`delete from settings where name = 'registry-pause'`)
  await gsis.close()
})

test('all processes together keep the pace of the company registry', async () => {
  const gsis = await startGsisSimulator(GSIS)
  const process = () =>
    openGsis({
      ...GSIS,
      url: gsis.url,
      turn: turnsAt(db, 'registry', { gapMilliseconds: 3_600_000, longestWaitMilliseconds: 1_000 }),
    })
  expect(await process().find(HOTEL)).toMatchObject({ kind: 'found' })
  expect(await process().find(HOTEL)).toEqual({ kind: 'unavailable', reason: 'busy' })
  expect(gsis.asked()).toEqual([HOTEL])
  await gsis.close()
})

test.each([
  ['OSRM', (url: string, pause: ServicePause) => openOsrm({ url, userAgent: 'Kerino', pause }), startOsrmSimulator],
  [
    'Google',
    (url: string, pause: ServicePause) => openGoogleRoutes({ url, key: 'k', pause }),
    () => startGoogleRoutesSimulator('k'),
  ],
] as const)('no process calls the directions service %s during its Retry-After time', async (_name, open, start) => {
  const service = await start()
  const process = () =>
    open(
      service.url,
      servicePause(db, 'directions-pause', [service.url], () => {}),
    )
  const place = { lat: 38, lon: 23.7 }
  const ask = () => process().route({ start: place, end: place, stops: [{ lat: 38.1, lon: 23.7 }], optimise: false })
  service.answerWith({ ...tooMany('600'), type: 'application/json' })
  for (let times = 0; times < 3; times++) expect(await ask()).toEqual({ kind: 'unavailable', reason: 'http-429' })
  // without the pause the second call would have found the route
  expect(await secondsOf('directions-pause')).toBe(600)
  await endPause('directions-pause')
  expect(await ask()).toMatchObject({ kind: 'found' })
  expect(await secondsOf('directions-pause')).toBeNull()
  await service.close()
})

test('no process calls a map service during its Retry-After time, which is limited to an hour', async () => {
  const maps = await startNominatimSimulator({ gapMilliseconds: 0 })
  const process = () =>
    openNominatim({
      url: maps.url,
      userAgent: 'Kerino',
      pace: { gapMilliseconds: 0 },
      pause: servicePause(db, 'geocoder-pause', [], () => {}),
    })
  maps.answerWith(tooMany(new Date(Date.now() + 24 * 3_600_000).toUTCString()))
  const unavailable = { kind: 'unavailable', reason: 'http-429' }
  expect(await process().search('Ερμού')).toEqual(unavailable)
  const asked = maps.asked().length
  expect(await process().search('Τσιμισκή')).toEqual(unavailable)
  expect(maps.asked()).toHaveLength(asked)
  expect(await secondsOf('geocoder-pause')).toBe(3600)
  await endPause('geocoder-pause')
  expect(await process().search('Ερμού')).toMatchObject({ kind: 'found' })
  await maps.close()
})

test('an answer to a question that was asked before a pause neither extends nor ends the pause', async () => {
  const pause = servicePause(db, 'a-pause', ['x'], () => {})
  await pause.begin('http-429')
  await pause.begin('http-429')
  await pause.answered()
  expect([await pause.reason(), await secondsOf('a-pause')]).toEqual(['http-429', 120])
  // the next pause without an answer in between is twice as long
  await endPause('a-pause')
  await pause.begin('http-503')
  expect([await pause.reason(), await secondsOf('a-pause')]).toEqual(['http-503', 240])
})
