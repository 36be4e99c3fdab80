/** A bucket of an S3-compatible service. Requests are signed with AWS Signature Version 4, with a hash of the body. */
import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { ObjectStore, StoreFailure } from './object-store.ts'

export type S3Access = {
  /** The address of the bucket, such as https://s3.eu-central-1.amazonaws.com/my-bucket. */
  readonly url: string
  readonly region: string
  readonly keyId: string
  readonly secret: string
}

/** People wait for an upload, so a silent service is given up on after this time. */
const MILLISECONDS = 15_000
/** A request is repeated once after a broken connection or a fault of the service. Each may be repeated. */
const TRIES = 2
const MOST_BYTES = 20_000_000

type Reply = { readonly status: number; readonly content: Buffer } | StoreFailure

const unavailable = (reason: string): StoreFailure => ({ kind: 'unavailable', reason })

/** Returns the failure of a reply with an unexpected status. It contains no address and no text of the service. */
const failureOf = (reply: Reply): StoreFailure => ('status' in reply ? unavailable(`http-${reply.status}`) : reply)

async function bytesOf(response: Response): Promise<Buffer | null> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.byteLength
    if (bytes > MOST_BYTES) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Opens a bucket. Nothing is requested yet. */
export function openS3({ url, region, keyId, secret }: S3Access): ObjectStore {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region, retries: 0 })
  const addressOf = (name: string) => `${url.replace(/\/*$/, '')}/${name.split('/').map(encodeURIComponent).join('/')}`

  async function once(method: string, name: string, content?: Uint8Array, mediaType?: string): Promise<Reply> {
    try {
      const body = content && Buffer.from(content)
      const request = await client.sign(addressOf(name), {
        method,
        ...(body && { body }),
        headers: {
          'x-amz-content-sha256': createHash('sha256')
            .update(body ?? '')
            .digest('hex'),
          ...(mediaType && { 'content-type': mediaType }),
        },
      })
      const response = await fetch(request, { redirect: 'manual', signal: AbortSignal.timeout(MILLISECONDS) })
      const read = await bytesOf(response)
      return read === null ? unavailable('too-long') : { status: response.status, content: read }
    } catch (error) {
      const { name: kind } = error as Error
      return unavailable(kind === 'TimeoutError' || kind === 'AbortError' ? 'time-out' : 'unreachable')
    }
  }

  async function ask(method: string, name: string, content?: Uint8Array, mediaType?: string): Promise<Reply> {
    for (let tried = 1; ; tried += 1) {
      const reply = await once(method, name, content, mediaType)
      const mayHelp = 'status' in reply ? reply.status >= 500 : reply.reason === 'unreachable'
      if (!mayHelp || tried === TRIES) return reply
    }
  }

  return {
    put: async (name, content, mediaType) => {
      const reply = await ask('PUT', name, content, mediaType)
      return 'status' in reply && reply.status === 200 ? { kind: 'stored' } : failureOf(reply)
    },
    get: async (name) => {
      const reply = await ask('GET', name)
      if (!('status' in reply)) return reply
      if (reply.status === 200) return { kind: 'found', content: reply.content }
      return reply.status === 404 ? { kind: 'absent' } : failureOf(reply)
    },
    remove: async (name) => {
      const reply = await ask('DELETE', name)
      return 'status' in reply && [200, 204, 404].includes(reply.status) ? { kind: 'removed' } : failureOf(reply)
    },
  }
}
