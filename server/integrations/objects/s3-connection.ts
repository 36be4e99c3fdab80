/** Signed requests to a bucket of an S3-compatible service: AWS Signature Version 4, with a hash of the body. */
import { createHash } from 'node:crypto'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { AwsV4Signer } from 'aws4fetch'

export type S3Access = {
  /** The address of the bucket, such as https://s3.eu-central-1.amazonaws.com/my-bucket. */
  readonly url: string
  readonly region: string
  readonly keyId: string
  readonly secret: string
}

export type S3Request = {
  readonly method: string
  /** The name of the object; without it the bucket itself is meant. */
  readonly name?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

export type S3Limits = {
  /** Decides to which addresses a name may lead. Without it every address is allowed. */
  readonly lookup?: LookupFunction
  /** The most time for the whole request, and the most time in which not one byte arrives or leaves. */
  readonly milliseconds?: number
  readonly silentMilliseconds?: number
}

/** The answer of a service. Its body is read by the caller. */
export type S3Reply = Pick<IncomingMessage, 'headers'> & { readonly status: number; readonly body: IncomingMessage }

/** Not one byte arrived in time. It has the name that a signal gives to the same fault. */
class Silent extends Error {
  override readonly name = 'TimeoutError'
}

const encoded = (name: string): string => name.split('/').map(encodeURIComponent).join('/')

function addressOf(url: string, { name, query }: S3Request): string {
  const address = `${url.replace(/\/*$/, '')}${name === undefined ? '' : `/${encoded(name)}`}`
  return query === undefined ? address : `${address}?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`
}

/** Sends one request. Follows no redirect. Throws what the connection throws. */
export async function askS3(access: S3Access, asked: S3Request, limits: S3Limits): Promise<S3Reply> {
  const { method, body } = asked
  const signed = await new AwsV4Signer({
    method,
    url: addressOf(access.url, asked),
    headers: {
      ...asked.headers,
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    },
    accessKeyId: access.keyId,
    secretAccessKey: access.secret,
    service: 's3',
    region: access.region,
  }).sign()
  const headers = { ...Object.fromEntries(signed.headers), 'content-length': String(body?.byteLength ?? 0) }
  return send(signed.url, { method, headers }, body, limits)
}

function send(
  url: URL,
  options: { readonly method: string; readonly headers: Readonly<Record<string, string>> },
  body: Uint8Array | undefined,
  { lookup, milliseconds, silentMilliseconds }: S3Limits,
): Promise<S3Reply> {
  const request = url.protocol === 'http:' ? requestHttp : requestHttps
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        ...options,
        ...(lookup && { lookup }),
        ...(milliseconds !== undefined && { signal: AbortSignal.timeout(milliseconds) }),
      },
      (answer) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: answer }),
    )
    if (silentMilliseconds !== undefined) sent.setTimeout(silentMilliseconds, () => sent.destroy(new Silent()))
    sent.on('error', reject)
    // an answer 101 is no response: the connection would be left to this listener
    sent.on('upgrade', (_, socket) => socket.destroy())
    sent.on('close', () => reject(new Error('The connection ended without an answer')))
    sent.end(body)
  })
}

/**
 * Reports whether an answer is a page for people, as a proxy or a sign-in page of a network gives with the status 200 too. No store of
 * objects answers so, and nothing that is stored there is a page.
 */
export const isPage = ({ headers }: Pick<S3Reply, 'headers'>): boolean =>
  /^\s*(text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '')

/** Returns the body of an answer; null if it is longer than `most`. */
export async function bodyOf({ body }: S3Reply, most: number): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of body as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > most) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
