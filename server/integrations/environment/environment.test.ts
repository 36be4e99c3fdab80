/** Tests what the settings page learns of the environment: no secret, and the cause of each failure of a trial. */
import { createHash } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PartName, Trial } from '#kernel/settings/environment.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { NO_SEALING } from '#server/seal/sealing.ts'
import { openOutside } from '../outside.ts'
import { simulateServices } from '#simulators/demo-services.ts'
import { NO_DEVICES } from './try-push.ts'
import { openNominatim } from '../places/nominatim.ts'
import { servicePause } from '../service-pause.ts'
import { startEpsilonSimulator } from '#simulators/epsilon-simulator.ts'
import { startGoogleRoutesSimulator } from '#simulators/google-routes-simulator.ts'
import { startGsisSimulator } from '#simulators/gsis-simulator.ts'
import { type S3Simulator, startS3Simulator } from '#simulators/s3-simulator.ts'
import { startNominatimSimulator } from '#simulators/nominatim-simulator.ts'
import { guarded, tryPlaces } from './try-services.ts'

const QUESTION = {
  vat: '701122337',
  address: 'Ερμού 15, Αθήνα',
  mailTo: null,
  userId: null,
  subject: 'Δοκιμή',
  text: 'Ναι',
}
const KEY = Buffer.alloc(32, 'key').toString('base64')
const NOWHERE = 'http://127.0.0.1:1'

let db: Database
let folder: string
const closings: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  folder = temporaryFolder('environment')
  await db.script('delete from settings; delete from service_turns')
})
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
  rmSync(folder, { recursive: true })
})

const open = async (environment: Record<string, string> = {}) => {
  const outside = await openOutside(readConfig({ DATA_DIR: folder, ...environment }), db, {
    processes: () => Number(environment['WORKERS'] ?? 1),
    sealing: NO_SEALING,
    devices: NO_DEVICES,
    simulate: simulateServices,
  })
  closings.push(() => outside.close())
  return outside.environment
}

/** Opens the services and tries one part. */
async function tried(name: PartName, environment: Record<string, string>, more: Partial<typeof QUESTION> = {}) {
  const part = (await open(environment)).find((one) => one.name === name)
  if (!part?.tryIt) throw new Error(`${name} cannot be tried`)
  return part.tryIt({ ...QUESTION, ...more })
}

/** Starts a server on a free port, and returns its address without protocol. */
async function listening(server: Server): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closings.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const started = <S extends { close(): Promise<void> }>(simulator: S): S => {
  closings.push(() => simulator.close())
  return simulator
}

const fault = (trial: Trial): string => (trial.kind === 'works' ? 'works' : trial.fault)

test('without variables the services are missing, and only what the server has of its own can be tried', async () => {
  const parts = await open()
  expect(parts.filter(({ tryIt }) => tryIt).map(({ name }) => name)).toEqual(['vies', 'push', 'database', 'files'])
  expect(Object.fromEntries(parts.map(({ name, state }) => [name, state]))).toEqual({
    mail: 'missing',
    accounting: 'missing',
    registry: 'missing',
    vies: 'set',
    places: 'missing',
    directions: 'missing',
    tiles: 'missing',
    photos: 'usual',
    'public-address': 'usual',
    'data-api': 'usual',
    push: 'missing',
    secrets: 'usual',
    database: 'usual',
    files: 'set',
    processes: 'usual',
  })
})

test('no part contains a secret, a user name or the path of an address, and demo services are named as such', async () => {
  const parts = await open({
    SMTP_URL: 'smtps://secret-user:secret%2Fword@mail.example:465',
    MAIL_FROM: 'Κερίνο <office@kerino.example>',
    ACCOUNTING_URL: 'https://my.example/secret-path',
    ACCOUNTING_SUBSCRIPTION_KEY: 'secret-key',
    ACCOUNTING_EMAIL: 'secret@my.example',
    ACCOUNTING_PASSWORD: 'secret-pass',
    REGISTRY_USERNAME: 'secret-codes',
    REGISTRY_PASSWORD: 'secret-registry',
    GEOCODER_URL: 'https://secret:secret@maps.example/?key=secret',
    GOOGLE_ROUTES_KEY: 'secret-google',
    TILES_URL: 'https://{s}.tiles.example/{z}/{x}/{y}.png?key=secret',
    PHOTOS_S3_URL: 'https://s3.example/secret-bucket',
    PHOTOS_S3_KEY_ID: 'secret-id',
    PHOTOS_S3_SECRET: 'secret-s3',
    APP_API_KEY: 'secret-key-of-the-pages',
    SECRETS_KEY: KEY,
    PUBLIC_URL: 'https://kerino.example',
  })
  // the name of the part and of its variable contain the word, and nothing else may
  expect(
    JSON.stringify(parts)
      .replace('"secrets"', '')
      .replaceAll(/SECRETS_KEY|PHOTOS_S3_SECRET/g, ''),
  ).not.toMatch(/secret/i)
  expect(JSON.stringify(parts)).not.toContain(KEY)
  expect(parts.flatMap(({ facts }) => facts.filter(({ name }) => name === 'address'))).toEqual(
    ['mail.example:465', 'my.example', 'www1.gsis.gr', 'ec.europa.eu', 'maps.example', 'routes.googleapis.com']
      .concat('a.tiles.example', 's3.example', 'kerino.example')
      .map((value) => ({ name: 'address', value })),
  )
  const demo = await open({ DEMO: '1' })
  expect(demo.filter(({ state }) => state === 'simulated').map(({ name, facts }) => [name, facts])).toEqual(
    ['mail', 'accounting', 'registry', 'vies', 'places'].map((name) => [name, []]),
  )
})

const POSTGRES = { DATABASE_URL: 'postgres://db.example/kerino' }

test.each([
  ['one process keeps a key of its own', {}, 'usual', []],
  ['several processes have no common key', { WORKERS: '2', ...POSTGRES }, 'missing', ['2']],
  ['a key is given', { WORKERS: '2', ...POSTGRES, SECRETS_KEY: KEY }, 'set', []],
])('the part of the secrets tells that %s', async (_title, environment, state, processes) => {
  const part = (await open(environment)).find(({ name }) => name === 'secrets')
  const facts = processes.map((value) => ({ name: 'processes', value }))
  expect(part).toEqual({ name: 'secrets', state, variables: ['SECRETS_KEY'], facts })
})

test('the page tells of another server on the same database as soon as the process knows of it', async () => {
  let processes = 1
  const outside = await openOutside(readConfig({ DATA_DIR: folder }), db, {
    processes: () => processes,
    sealing: NO_SEALING,
    devices: NO_DEVICES,
    simulate: null,
  })
  closings.push(() => outside.close())
  const shown = () => outside.environment.filter(({ name }) => name === 'secrets' || name === 'processes')
  expect(shown()).toMatchObject([{ state: 'usual' }, { facts: [{ value: '1' }] }])
  processes = 3
  expect(shown()).toMatchObject([{ state: 'missing' }, { facts: [{ value: '3' }] }])
})

describe('the company registry', () => {
  const codes = { REGISTRY_USERNAME: 'codes', REGISTRY_PASSWORD: 'word' }
  const start = async () => started(await startGsisSimulator({ username: 'codes', password: 'word' }))

  test('is asked for the own VAT number once, and its answer is shown', async () => {
    const simulator = await start()
    const trial = await tried('registry', { ...codes, REGISTRY_URL: simulator.url })
    expect(trial).toMatchObject({ kind: 'works', seen: expect.stringMatching(/\p{Lu}{3}/u) })
    expect(simulator.asked()).toEqual([QUESTION.vat])
  })

  test('is not asked without an own VAT number', async () => {
    const simulator = await start()
    expect(fault(await tried('registry', { ...codes, REGISTRY_URL: simulator.url }, { vat: '' }))).toBe('no-vat')
    expect(simulator.asked()).toEqual([])
  })

  test('refuses wrong codes; a second trial names the cause and the end of the pause, and asks nothing', async () => {
    const simulator = await start()
    const wrong = { ...codes, REGISTRY_PASSWORD: 'wrong', REGISTRY_URL: simulator.url }
    const refused = {
      kind: 'failed',
      fault: 'wrong-password',
      code: 'RG_WS_PUBLIC_TOKEN_USERNAME_NOT_AUTHENTICATED',
      pausedUntil: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    }
    expect(await tried('registry', wrong)).toEqual(refused)
    const asked = simulator.asked().length
    expect(await tried('registry', wrong)).toEqual(refused)
    expect(simulator.asked()).toHaveLength(asked)
    // after a change of the codes it is called at once
    expect(fault(await tried('registry', { ...wrong, ...codes }))).toBe('works')
  })

  test.each([
    ['TOKEN_AFM_NOT_AUTHORIZED', 'account-refused'],
    ['MAX_DAILY_USERNAME_CALLS_EXCEEDED', 'too-many'],
    ['TAXPAYER_NF', 'vat-unknown'],
  ])('answers %s: %s', async (code, expected) => {
    const simulator = await start()
    simulator.failWith(code)
    expect(fault(await tried('registry', { ...codes, REGISTRY_URL: simulator.url }))).toBe(expected)
  })
})

describe('the accounting service', () => {
  const account = { subscriptionKey: 'key', email: 'e@my.example', password: 'word' }
  const variables = (loginUrl: string, password = 'word') => ({
    ACCOUNTING_URL: loginUrl,
    ACCOUNTING_SUBSCRIPTION_KEY: 'key',
    ACCOUNTING_EMAIL: 'e@my.example',
    ACCOUNTING_PASSWORD: password,
  })

  test('is signed in at, each time anew, and gets no document', async () => {
    const simulator = started(await startEpsilonSimulator(account))
    const part = (await open(variables(simulator.loginUrl))).find(({ name }) => name === 'accounting')
    expect(fault(await part!.tryIt!(QUESTION))).toBe('works')
    expect(fault(await part!.tryIt!(QUESTION))).toBe('works')
    expect(simulator.calls().map(({ call }) => call)).toEqual(['login', 'login'])
  })

  test('refuses a wrong password, cuts the connection, or has a fault of its own', async () => {
    const simulator = started(await startEpsilonSimulator(account))
    expect(await tried('accounting', variables(simulator.loginUrl, 'wrong'))).toMatchObject({
      fault: 'wrong-password',
      pausedUntil: expect.any(String),
    })
    simulator.fail({ call: 'login', mode: 'html-502' }, { call: 'login', mode: 'cut' })
    expect(fault(await tried('accounting', variables(simulator.loginUrl)))).toBe('service-fault')
    expect(fault(await tried('accounting', variables(simulator.loginUrl)))).toBe('cut')
  })
})

describe('the maps', () => {
  test('find the address, or do not know it', async () => {
    const { url } = started(await startNominatimSimulator({ gapMilliseconds: 0 }))
    expect(await tried('places', { GEOCODER_URL: url })).toMatchObject({
      kind: 'works',
      seen: expect.stringContaining('Ερμού'),
    })
    const nothing = openNominatim({ url, userAgent: 'Kerino', pace: { gapMilliseconds: 0 } })
    expect(await tryPlaces(nothing, url)({ ...QUESTION, address: 'Οδός που δεν υπάρχει 999' })).toMatchObject({
      fault: 'no-answer',
    })
  })

  test.each([
    ['redirect', 'wrong-address'],
    ['html-502', 'service-fault'],
    ['endless', 'wrong-address'],
  ] as const)('with the failure %s: %s', async (failure, expected) => {
    const simulator = started(await startNominatimSimulator({ gapMilliseconds: 0 }))
    simulator.fail(failure)
    expect(fault(await tried('places', { GEOCODER_URL: simulator.url }))).toBe(expected)
  })

  test('find a way through Athens; a wrong key is refused', async () => {
    const { url } = started(await startGoogleRoutesSimulator('the-right-key'))
    const routes = { GOOGLE_ROUTES_URL: url, GOOGLE_ROUTES_KEY: 'the-right-key' }
    expect(fault(await tried('directions', routes))).toBe('works')
    expect(['wrong-password', 'account-refused', 'wrong-address']).toContain(
      fault(await tried('directions', { ...routes, GOOGLE_ROUTES_KEY: 'another-key' })),
    )
  })
})

describe('a connection that fails is told apart', () => {
  const secure = async () => {
    // its certificate is known to everybody and has expired
    const server = new SMTPServer({ secure: true, authOptional: true, logger: false })
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.server.listen(0, '127.0.0.1', resolve))
    // the callers end their connections; Node crashes if a socket is destroyed while this server begins the encryption
    closings.push(() => new Promise((resolve) => server.server.close(resolve)))
    return `127.0.0.1:${(server.server.address() as AddressInfo).port}`
  }

  test.each<[string, () => Promise<string>, string]>([
    ['a name that does not exist', async () => 'http://no-such-host.invalid', 'name-not-found'],
    ['a port without a program', async () => NOWHERE, 'connection-refused'],
    ['a certificate that is not valid', async () => `https://${await secure()}`, 'certificate'],
    [
      'a port without encryption',
      async () => `https://${await listening(createServer((socket) => socket.end('HELLO\r\n')))}`,
      'no-encryption',
    ],
    [
      'a connection that is closed at once',
      async () => `http://${await listening(createServer((socket) => socket.destroy()))}`,
      'cut',
    ],
  ])('%s', async (_title, address, expected) => {
    expect(fault(await tried('places', { GEOCODER_URL: await address() }))).toBe(expected)
  })

  test('an answer that never comes ends with the time limit', async () => {
    const never = guarded(() => new Promise<Trial>(() => {}), 30)
    expect(await never(QUESTION)).toEqual({ kind: 'failed', fault: 'time-out', code: '', pausedUntil: null })
  })
})

describe('what the server has of its own', () => {
  test('is tried: the database names its version, and the folder is left as it was', async () => {
    expect(await tried('database', {})).toMatchObject({ kind: 'works', seen: expect.stringMatching(/^\d+/) })
    expect(await tried('files', {})).toMatchObject({ kind: 'works', seen: expect.stringMatching(/ GB$/) })
    expect(readdirSync(folder)).toEqual([])
  })

  test('a folder that is a file cannot be written', async () => {
    const path = join(folder, 'a-file')
    writeFileSync(path, '')
    expect(fault(await tried('files', { DATA_DIR: path }))).toBe('not-writable')
  })

  test('the public address must lead to an answer', async () => {
    expect(fault(await tried('public-address', { PUBLIC_URL: NOWHERE }))).toBe('connection-refused')
  })
})

test('the end of a pause is told only for the credentials that were refused', async () => {
  const pause = (word: string) =>
    servicePause(db, 'some-pause', [createHash('md5').update(word).digest('hex')], () => {})
  await pause('old').begin('http-401')
  expect([await pause('old').until(), await pause('new').until()]).toEqual([expect.any(String), null])
})

describe('the store of photos', () => {
  const variables = ({ url, region, keyId, secret }: S3Simulator['access']) => ({
    PHOTOS_S3_URL: url,
    PHOTOS_S3_REGION: region,
    PHOTOS_S3_KEY_ID: keyId,
    PHOTOS_S3_SECRET: secret,
  })

  test('is tried by storing, reading and removing an object, and nothing stays', async () => {
    const simulator = started(await startS3Simulator())
    expect(fault(await tried('photos', variables(simulator.access)))).toBe('works')
    expect(simulator.objects.size).toBe(0)
  })

  test('that refuses the key, fails or cannot be reached is told with its cause', async () => {
    const simulator = started(await startS3Simulator())
    const wrong = variables({ ...simulator.access, secret: 'another one' })
    expect(fault(await tried('photos', wrong))).toBe('account-refused')
    simulator.fail(500, 500)
    expect(fault(await tried('photos', variables(simulator.access)))).toBe('service-fault')
    const nowhere = variables({ ...simulator.access, url: `${NOWHERE}/bucket` })
    expect(fault(await tried('photos', nowhere))).toBe('connection-refused')
  })
})
