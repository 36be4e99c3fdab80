import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type S3Simulator, startS3Simulator } from '#simulators/s3-simulator.ts'
import { type BackupStore, type BucketAccess, plainAddress, plainFolder, StoreFault } from './backup-store.ts'
import { openBucketStore } from './bucket-store.ts'

const NAME = 'kerino-nightly-2026-11-27-030000.zip.enc'
/** A small part keeps the tests short; the simulator demands at least this. */
const PART = 200_000
const QUICK = { partBytes: PART, pauseMilliseconds: 1 }
const FOLDER = 'αντίγραφα/κερί 1+2'

let simulator: S3Simulator
let access: BucketAccess
let store: BackupStore
beforeEach(async () => {
  simulator = await startS3Simulator({ leastPartBytes: PART })
  const { url, ...keys } = simulator.access
  const { origin, pathname } = new URL(url)
  access = { ...keys, address: origin, bucket: pathname.slice(1), folder: FOLDER }
  store = openBucketStore(access, QUICK)
})
afterEach(() => simulator.close())

const LARGE = Buffer.alloc(2 * PART + 1_000, 'wax')
async function* contentOf(content: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536)
}
async function readWhole(of: BackupStore, name = NAME): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of await of.read(name)) parts.push(part)
  return Buffer.concat(parts)
}
const faultOf = async (act: Promise<unknown>): Promise<string> => {
  const error: unknown = await act.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof StoreFault)) throw new Error('it did not fail as a store', { cause: error })
  return error.reason
}

describe('a bucket of backups', () => {
  test('has a small backup in one request and a large one in parts, and returns both until they are removed', async () => {
    const small = Buffer.from('small')
    expect(await store.write('kerino-2026-11-26-120000.zip', contentOf(small))).toBe(5)
    expect(await store.write(NAME, contentOf(LARGE))).toBe(LARGE.length)
    expect(simulator.requests.filter((asked) => asked.startsWith('PUT'))).toHaveLength(4)
    expect((await readWhole(store)).equals(LARGE)).toBe(true)
    expect(await readWhole(store, 'kerino-2026-11-26-120000.zip')).toEqual(small)
    expect(new Map((await store.list()).map(({ name, bytes }) => [name, bytes]))).toEqual(
      new Map([
        ['kerino-2026-11-26-120000.zip', 5],
        [NAME, LARGE.length],
      ]),
    )
    await store.remove(NAME)
    await store.remove(NAME)
    expect(await faultOf(store.read(NAME))).toBe('gone')
    expect([...simulator.objects.keys()]).toEqual([`${FOLDER}/kerino-2026-11-26-120000.zip`])
  })

  test('lists more than one answer names, only backups, and only those of its folder', async () => {
    const elsewhere = openBucketStore({ ...access, folder: '' }, QUICK)
    for (let day = 1; day <= 7; day += 1)
      await store.write(`kerino-2026-11-0${day}-030000.zip`, contentOf(LARGE.subarray(0, day)))
    await store.write('notes.txt', contentOf(Buffer.from('no backup')))
    await elsewhere.write('kerino-2026-12-01-030000.zip', contentOf(Buffer.from('of another installation')))
    expect(await store.list()).toHaveLength(7)
    expect((await elsewhere.list()).map(({ name }) => name)).toEqual(['kerino-2026-12-01-030000.zip'])
  })

  test('asks again if a page with the status 200 answers in the place of the service', async () => {
    simulator.showPage()
    expect(await store.write(NAME, contentOf(Buffer.from('small')))).toBe(5)
    simulator.showPage()
    expect(await store.list()).toHaveLength(1)
    for (let tries = 0; tries < 4; tries += 1) simulator.showPage()
    expect(await faultOf(store.remove(NAME))).toBe('store-silent')
    expect(simulator.objects.size).toBe(1)
  })

  test('sends a part again after a broken connection or a busy service', async () => {
    simulator.fail(503, 0)
    expect(await store.write(NAME, contentOf(LARGE))).toBe(LARGE.length)
    expect((await readWhole(store)).equals(LARGE)).toBe(true)
  })

  test('goes on where a connection broke while it reads, and says so if it breaks each time', async () => {
    await store.write(NAME, contentOf(LARGE))
    simulator.cut(1_000, 200_000)
    expect((await readWhole(store)).equals(LARGE)).toBe(true)
    simulator.cut(1_000, 0, 0, 0, 0)
    expect(await faultOf(readWhole(store))).toBe('store-cut')
  })

  test('never shows a backup whose sending ended half way, and gives its parts up at once or before the next one', async () => {
    simulator.failAlways(/partNumber=2/)
    expect(await faultOf(store.write(NAME, contentOf(LARGE)))).toBe('store-silent')
    expect([await store.list(), simulator.unfinished.size]).toEqual([[], 0])
    // a process that is killed gives up nothing
    simulator.failAlways(/partNumber=2|^DELETE/)
    await faultOf(store.write(NAME, contentOf(LARGE)))
    simulator.failAlways(null)
    expect([await store.list(), simulator.unfinished.size]).toEqual([[], 1])
    await store.giveUpUnfinished()
    expect(simulator.unfinished.size).toBe(0)
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield LARGE.subarray(0, PART + 1)
      throw new Error('the disk cannot be read')
    }
    await expect(store.write(NAME, broken())).rejects.toThrow('the disk')
    expect([await store.list(), simulator.unfinished.size]).toEqual([[], 0])
  })

  test('counts a backup as written if only the last answer was lost', async () => {
    simulator.loseAnswer(/^POST .*uploadId=/)
    expect(await store.write(NAME, contentOf(LARGE))).toBe(LARGE.length)
    expect(await store.list()).toHaveLength(1)
  })

  test.each([
    ['store-key', { secret: 'another secret' }],
    ['store-key', { keyId: 'ANOTHERKEYID' }],
    ['store-denied', { region: 'us-east-1' }],
    ['store-bucket', { bucket: 'no-such-bucket' }],
    ['store-silent', { address: 'http://127.0.0.1:1' }],
    ['store-silent', { address: 'https://no-such-host.invalid' }],
    ['store-encryption', { address: 'http://8.8.8.8' }],
    ['store-address', { address: 'http://169.254.169.254' }],
    ['store-address', { address: 'https://169.254.169.254' }],
    ['store-address', { address: 'https://[fd00:ec2::254]' }],
    ['store-address', { address: 'http://[::ffff:169.254.169.254]' }],
    ['store-address', { address: 'http://0.0.0.0' }],
  ])('is refused as %s with %j, and nothing is written', async (reason, wrong) => {
    const other = openBucketStore({ ...access, ...wrong }, QUICK)
    expect(await faultOf(other.write(NAME, contentOf(LARGE)))).toBe(reason)
    expect([simulator.objects.size, simulator.unfinished.size]).toEqual([0, 0])
  })

  test.each([
    ['store-full', 507, 'InsufficientStorage'],
    ['store-full', 403, 'QuotaExceeded'],
    ['store-clock', 403, 'RequestTimeTooSkewed'],
    ['store-region', 301, 'PermanentRedirect'],
    ['store-refused', 400, 'SomethingElse'],
  ])('is refused as %s after %d %s', async (reason, status, code) => {
    simulator.failAlways(/^PUT/, status, code)
    expect(await faultOf(store.write(NAME, contentOf(LARGE)))).toBe(reason)
    expect([await store.list(), simulator.unfinished.size]).toEqual([[], 0])
  })
})

test.each([
  [' /a/β γ/ ', 'a/β γ'],
  ['', ''],
  ['../a', null],
  ['a//b', null],
  ['a?b', null],
])('the folder %j is read as %j', (typed, folder) => {
  expect(plainFolder(typed)).toBe(folder)
})

test.each([
  [' https://s3.example/ ', 'https://s3.example'],
  ['http://192.168.1.9:9000/s3/', 'http://192.168.1.9:9000/s3'],
  ['ftp://s3.example', null],
  ['https://a:b@s3.example', null],
  ['https://s3.example?x=1', null],
  ['s3.example', null],
])('the address %j is read as %j', (typed, address) => {
  expect(plainAddress(typed)).toBe(address)
})
