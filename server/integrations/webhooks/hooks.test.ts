/** Tests to which addresses events are sent, and how each failure is named. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPublicAddress } from './allowed-address.ts'
import { openHooks } from './hooks.ts'

let receiver: Server
let url: string
const asked: string[] = []
beforeAll(async () => {
  receiver = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/cut') return void request.socket.destroy()
    if (request.url === '/moved') response.setHeader('location', '/target')
    response.statusCode = request.url === '/moved' ? 302 : 200
    response.end('x'.repeat(100_000))
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => receiver?.close(resolve)))

test.each([
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['8.8.8.8', true],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['ff02::1', false],
  ['2a00:1450:4017:80c::200e', true],
  ['no address', false],
] as const)('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

test('a closed network address is refused before anything is sent, however it is written', async () => {
  const hooks = openHooks({ local: false })
  const { port } = receiver.address() as AddressInfo
  asked.length = 0
  for (const address of [
    `${url}/x`,
    `https://127.0.0.1:${port}/`,
    `https://2130706433:${port}/`,
    `https://0x7f.1:${port}/`,
    `https://[::1]:${port}/`,
    `https://[::ffff:127.0.0.1]:${port}/`,
    // the name has a local address, so the look-up at the sending refuses it
    `https://localhost:${port}/`,
    'http://public.example/',
    'ftp://public.example/',
  ]) {
    expect({ address, why: await hooks.whyNot(address) }).toEqual({ address, why: 'closed-address' })
    expect({ address, answer: await hooks.post(address, {}, '{}') }).toMatchObject({
      answer: { failure: 'closed-address' },
    })
    expect({ address, answer: await hooks.get(address, {}, 1_000) }).toEqual({
      address,
      answer: { failure: 'closed-address' },
    })
  }
  expect(asked).toEqual([])
})

test('on the machine of a developer the local host is allowed, and no other inner address', async () => {
  const hooks = openHooks({ local: true })
  expect(await hooks.post(`${url}/hook`, {}, '{}')).toMatchObject({ status: 200 })
  expect(await hooks.whyNot('http://192.168.1.1/')).toBe('closed-address')
  expect(await hooks.whyNot('https://192.168.1.1/')).toBe('closed-address')
})

test('the product itself is no receiver, also where the local host is allowed', async () => {
  const { port } = receiver.address() as AddressInfo
  const hooks = openHooks({ local: true, ownPorts: [port, 80] })
  asked.length = 0
  for (const address of [`${url}/app/x`, `http://localhost:${port}/`, `http://[::1]:${port}/`, 'http://localhost/']) {
    expect({ address, why: await hooks.whyNot(address) }).toEqual({ address, why: 'closed-address' })
    expect(await hooks.post(address, {}, '{}')).toMatchObject({ failure: 'closed-address' })
    expect(await hooks.get(address, {}, 1_000)).toEqual({ failure: 'closed-address' })
  }
  expect(asked).toEqual([])
})

test('a redirect is an answer and is not followed, and a failure is named', async () => {
  const hooks = openHooks({ local: true })
  asked.length = 0
  expect(await hooks.post(`${url}/moved`, {}, '{}')).toMatchObject({ status: 302 })
  expect(asked).toEqual(['/moved'])
  expect(await hooks.post(`${url}/cut`, {}, '{}')).toMatchObject({ failure: 'cut' })
  expect(await hooks.post('http://127.0.0.1:1/', {}, '{}')).toMatchObject({ failure: 'unreachable' })
  expect(await hooks.post('https://no-such-host.invalid/', {}, '{}')).toMatchObject({ failure: 'no-host' })
  // a receiver without encryption has no certificate that could be wrong
  expect(await hooks.post(url.replace('http:', 'https:'), {}, '{}')).toMatchObject({ failure: 'no-encryption' })
})

test('an answer is read up to a limit, and a redirect is not followed', async () => {
  const hooks = openHooks({ local: true })
  asked.length = 0
  expect(await hooks.get(`${url}/page`, {}, 100_000)).toMatchObject({ status: 200, retryAfter: null })
  expect(await hooks.get(`${url}/page`, {}, 99_999)).toEqual({ failure: 'too-large' })
  expect(await hooks.get(`${url}/moved`, {}, 100_000)).toMatchObject({ status: 302 })
  expect(await hooks.get(`${url}/cut`, {}, 100_000)).toEqual({ failure: 'cut' })
  expect(asked).toEqual(['/page', '/page', '/moved', '/cut'])
})

test('an answer that changes the protocol is an answer like any other, and the connection ends', async () => {
  const closed = Promise.withResolvers<string>()
  const changing = createServer((request) => {
    request.socket.on('close', () => closed.resolve('closed'))
    // nobody asked for it
    request.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  })
  await new Promise<void>((resolve) => changing.listen(0, '127.0.0.1', resolve))
  const { port } = changing.address() as AddressInfo
  expect(await openHooks({ local: true }).post(`http://127.0.0.1:${port}/`, {}, '{}')).toMatchObject({ status: 101 })
  expect(await closed.promise).toBe('closed')
  changing.close()
})
