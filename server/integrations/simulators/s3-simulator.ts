/**
 * Simulates a bucket of an S3-compatible service on loopback, for the tests. It computes the signature of each request
 * itself and refuses wrong, late and missing ones. It refuses a body that is not the signed one.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Access } from '../objects/s3.ts'

export type S3Simulator = {
  /** What a caller needs to use the bucket. */
  readonly access: S3Access
  /** The objects by name. */
  readonly objects: ReadonlyMap<string, { readonly content: Buffer; readonly mediaType: string }>
  /** The next requests get these statuses and change nothing; 0 breaks the connection. */
  fail(...statuses: number[]): void
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

/** Encodes a path as the signature demands: every character but letters, digits and -._~/ */
const signedPath = (path: string): string =>
  encodeURIComponent(decodeURIComponent(path))
    .replace(/%2F/g, '/')
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

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
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, signedPath(pathname), '', headers.join(''), names, hash].join('\n')
  const text = ['AWS4-HMAC-SHA256', moment, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${SECRET}`, day), region))
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`)
}

/** Starts the simulator on a free port of loopback, for the tests. */
export async function startS3Simulator(): Promise<S3Simulator> {
  const objects = new Map<string, { content: Buffer; mediaType: string }>()
  const failures: number[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const failure = failures.shift()
    if (failure === 0) return void response.destroy()
    if (failure !== undefined) return refuse(response, failure, 'InternalError')
    const code = whyNotSigned(request, body)
    if (code !== null) return refuse(response, 403, code)
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname)
    if (!path.startsWith(`/${BUCKET}/`)) return refuse(response, 404, 'NoSuchBucket')
    const name = path.slice(BUCKET.length + 2)
    const stored = objects.get(name)
    switch (request.method) {
      case 'PUT':
        objects.set(name, { content: body, mediaType: String(request.headers['content-type']) })
        return void response.writeHead(200, { etag: `"${sha256(body).slice(0, 32)}"` }).end()
      case 'GET':
        if (!stored) return refuse(response, 404, 'NoSuchKey')
        return void response.writeHead(200, { 'content-type': stored.mediaType }).end(stored.content)
      case 'DELETE':
        objects.delete(name)
        return void response.writeHead(204).end()
      default:
        return refuse(response, 405, 'MethodNotAllowed')
    }
  }
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    access: { url: `http://127.0.0.1:${port}/${BUCKET}`, region: REGION, keyId: KEY_ID, secret: SECRET },
    objects,
    fail: (...statuses) => void failures.push(...statuses),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
