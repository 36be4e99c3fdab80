/**
 * Simulates the push service of a browser on loopback: it checks the proof of the sender (RFC 8292), and decrypts each message with the
 * keys of the browser (RFC 8291), as the browser would.
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bodyOf } from './http-simulator.ts'

export type BrowserKeys = { readonly privateKey: Buffer; readonly publicKey: Buffer; readonly auth: Buffer }

/** What a browser has received. */
export type Received = {
  readonly message: { readonly title: string; readonly body: string; readonly to: string; readonly tag: string }
  readonly topic: string
  /** The size of the encrypted message. */
  readonly bytes: number
}

export type PushBrowser = {
  /** What the page of the browser sends to the product. */
  readonly subscription: { readonly endpoint: string; readonly p256dh: string; readonly auth: string }
  readonly received: Received[]
}

export type PushSimulator = {
  readonly url: string
  /** Returns a browser that has switched notifications on. */
  browser(): PushBrowser
  /** Answers the next messages with these statuses and delivers none of them. */
  refuse(...statuses: number[]): void
  /** Returns what was wrong with the messages so far. */
  problems(): readonly string[]
  close(): Promise<void>
}

const SALT_BYTES = 16
const HEADER_BYTES = 21
const TAG_BYTES = 16
/** The byte before the padding of the last record. */
const END = 2
const MOST_BYTES = 4_096

const derived = (key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** Decrypts a message of one record (RFC 8188 and 8291). Throws if it was not encrypted for these keys. */
export function decryptPush(body: Buffer, { privateKey, publicKey, auth }: BrowserKeys): string {
  const salt = body.subarray(0, SALT_BYTES)
  const sender = body.subarray(HEADER_BYTES, HEADER_BYTES + body.readUInt8(HEADER_BYTES - 1))
  const own = createECDH('prime256v1')
  own.setPrivateKey(privateKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
  const secret = derived(own.computeSecret(sender), auth, info, 32)
  const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const sealed = body.subarray(HEADER_BYTES + sender.length)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-TAG_BYTES))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(END)).toString('utf8')
}

/** Returns why the header `Authorization` does not prove who has sent a message to `origin`; null if it does. */
function whyNoProof(header: string, origin: string): string | null {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return 'no key of the sender'
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const sender = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  const dsa = { key: sender, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', signed, dsa, Buffer.from(signature, 'base64url'))) return 'a wrong signature'
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  const seconds = Number(exp) - Date.now() / 1_000
  if (aud !== origin) return `a proof for ${String(aud)}`
  if (!(seconds > 0 && seconds <= 86_400)) return `a proof that is valid for ${seconds} seconds`
  return /^(https:|mailto:)/.test(String(sub)) ? null : 'no address of the sender'
}

/** Starts a push service on a free port. For tests: browsers choose their own service, so the product never opens this one. */
export async function startPushSimulator(): Promise<PushSimulator> {
  const browsers = new Map<string, PushBrowser & { keys: BrowserKeys }>()
  const statuses: number[] = []
  const problems: string[] = []
  let url = ''
  const receive = async (request: IncomingMessage): Promise<number> => {
    const body = await bodyOf(request)
    const browser = browsers.get(request.url ?? '')
    const { authorization = '', topic = '', ttl = '', 'content-encoding': encoding } = request.headers
    const wrong = whyNoProof(authorization, url)
    if (wrong) problems.push(wrong)
    if (encoding !== 'aes128gcm' || !/^\d+$/.test(String(ttl))) problems.push('wrong headers')
    if (body.length > MOST_BYTES) return 413
    const status = statuses.shift()
    if (status !== undefined) return status
    if (!browser) return 410
    const message = JSON.parse(decryptPush(body, browser.keys)) as Received['message']
    browser.received.push({ message, topic: String(topic), bytes: body.length })
    return 201
  }
  const server = createServer((request, response) => {
    receive(request)
      .catch((error: unknown) => {
        problems.push(String(error))
        return 400
      })
      .then((status) => response.writeHead(status).end())
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    browser: () => {
      const pair = createECDH('prime256v1')
      const publicKey = pair.generateKeys()
      const keys = { privateKey: pair.getPrivateKey(), publicKey, auth: randomBytes(16) }
      const path = `/push/${randomBytes(8).toString('hex')}`
      const subscription = {
        endpoint: url + path,
        p256dh: publicKey.toString('base64url'),
        auth: keys.auth.toString('base64url'),
      }
      const browser = { subscription, received: [], keys }
      browsers.set(path, browser)
      return browser
    },
    refuse: (...more) => void statuses.push(...more),
    problems: () => problems,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
