/**
 * Simulates a bucket of an S3-compatible service on loopback, for the tests: objects, lists, parts, and pieces of an object. It computes
 * the signature of each request itself and refuses wrong, late and missing ones. It refuses a body that is not the signed one.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Access } from '#server/integrations/objects/s3-connection.ts'
import { bodyOf } from './http-simulator.ts'
import { type Answer, answerOf, failure, type Objects, type Unfinished } from './s3-answers.ts'

export type S3Simulator = {
  /** What a caller needs to use the bucket. */
  readonly access: S3Access
  /** The objects by name. */
  readonly objects: Objects
  /** The objects of which parts were sent and that are not complete, by their number. */
  readonly unfinished: Unfinished
  /** The methods and addresses of the requests so far, without failed ones. */
  readonly requests: readonly string[]
  /** The next requests get these statuses and change nothing; 0 breaks the connection. */
  fail(...statuses: number[]): void
  /** The next request is answered with a page and the status 200, as by the sign-in page of a network, and changes nothing. */
  showPage(): void
  /** Requests of this method and address fail with the status until it is null. */
  failAlways(pattern: RegExp | null, status?: number, code?: string): void
  /** Does what the next request of this method and address asks for, and breaks the connection before its answer. */
  loseAnswer(pattern: RegExp): void
  /** The next answers with the content of an object break after so many bytes. */
  cut(...bytes: number[]): void
  close(): Promise<void>
}

const BUCKET = 'kerino-photos'
const REGION = 'eu-central-1'
const KEY_ID = 'SIMULATEDKEYID'
const SECRET = 'simulated/secret+key'
/** A request is valid for this long before and after its time. */
const MOST_SKEW_MILLISECONDS = 15 * 60_000

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/

/** Encodes a text as the signature demands: every character but letters, digits and -._~ */
const signedText = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const signedPath = (path: string): string => signedText(decodeURIComponent(path)).replace(/%2F/g, '/')

/** Returns the code of the refusal of a request, or null if it is signed rightly. */
function whyNotSigned(request: IncomingMessage, body: Buffer): string | null {
  const found = AUTHORIZATION.exec(request.headers.authorization ?? '')
  if (!found) return 'AccessDenied'
  const [, keyId = '', day = '', region = '', names = '', signature = ''] = found
  if (keyId !== KEY_ID) return 'InvalidAccessKeyId'
  const moment = String(request.headers['x-amz-date'])
  const at = Date.parse(moment.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (region !== REGION || !moment.startsWith(day) || !names.split(';').includes('host')) return 'AccessDenied'
  if (!(Math.abs(Date.now() - at) < MOST_SKEW_MILLISECONDS)) return 'RequestTimeTooSkewed'
  const hash = String(request.headers['x-amz-content-sha256'])
  if (hash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const query = [...searchParams].map(([name, value]) => `${signedText(name)}=${signedText(value)}`).toSorted()
  const canonical = [request.method, signedPath(pathname), query.join('&'), headers.join(''), names, hash].join('\n')
  const text = ['AWS4-HMAC-SHA256', moment, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${SECRET}`, day), region))
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
}

/** Sends an answer, or only so many of its bytes. */
function send(response: ServerResponse, { status, headers = {}, content = '' }: Answer, most?: number): void {
  const body = Buffer.from(content)
  response.writeHead(status, { ...(status === 204 ? {} : { 'content-length': body.length }), ...headers })
  if (most === undefined || most >= body.length) response.end(body)
  else response.write(body.subarray(0, most), () => response.destroy())
}

/** Every part but the last one has at least so many bytes. */
const LEAST_PART_BYTES = 5 * 1024 * 1024

/** Starts the simulator on a free port of loopback, for the tests. */
export async function startS3Simulator({ leastPartBytes = LEAST_PART_BYTES } = {}): Promise<S3Simulator> {
  const objects = new Map<string, { content: Buffer; mediaType: string }>()
  const unfinished: Unfinished = new Map()
  const bucket = { objects, unfinished, leastPartBytes }
  const requests: string[] = []
  const failures: number[] = []
  const cuts: number[] = []
  let pages = 0
  let lost: RegExp | null = null
  let always: { pattern: RegExp; status: number; code: string } | null = null

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    const { method = 'GET', url = '/' } = request
    const status = failures.shift() ?? (always?.pattern.test(`${method} ${url}`) ? always.status : undefined)
    if (status === 0) return void response.destroy()
    if (status !== undefined) return send(response, failure(status, always?.code ?? 'InternalError'))
    if (pages > 0) {
      pages -= 1
      return send(response, {
        status: 200,
        headers: { 'content-type': 'text/html', etag: '"page"' },
        content: '<h1>Wi-Fi</h1>',
      })
    }
    const code = whyNotSigned(request, body)
    if (code !== null) return send(response, failure(403, code))
    requests.push(`${method} ${url}`)
    const { pathname, searchParams: query } = new URL(url, 'http://localhost')
    const path = decodeURIComponent(pathname)
    if (path !== `/${BUCKET}` && !path.startsWith(`/${BUCKET}/`)) return send(response, failure(404, 'NoSuchBucket'))
    const name = path.slice(BUCKET.length + 2)
    const answer = answerOf({ method, name, query, body, headers: request.headers }, bucket)
    if (lost?.test(`${method} ${url}`)) {
      lost = null
      return void response.destroy()
    }
    send(response, answer, answer.isObject ? cuts.shift() : undefined)
  }
  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    access: { url: `http://127.0.0.1:${port}/${BUCKET}`, region: REGION, keyId: KEY_ID, secret: SECRET },
    objects,
    unfinished,
    requests,
    fail: (...statuses) => void failures.push(...statuses),
    showPage: () => {
      pages += 1
    },
    failAlways: (pattern, status = 500, code = 'InternalError') => {
      always = pattern && { pattern, status, code }
    },
    loseAnswer: (pattern) => {
      lost = pattern
    },
    cut: (...bytes) => void cuts.push(...bytes),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
