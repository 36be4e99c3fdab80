/** The objects of a bucket of an S3-compatible service. */
import type { ObjectStore, StoreFailure } from './object-store.ts'
import { askS3, bodyOf, isPage, type S3Access, type S3Reply, type S3Request } from './s3-connection.ts'

/** People wait for an upload, so a silent service is given up on after this time. */
const MILLISECONDS = 15_000
/** A request is repeated once after a broken connection or a fault of the service. Each may be repeated. */
const TRIES = 2
const MOST_BYTES = 20_000_000

type Reply = (Pick<S3Reply, 'status' | 'headers'> & { readonly content: Buffer }) | StoreFailure

const unavailable = (reason: string): StoreFailure => ({ kind: 'unavailable', reason })

/** Returns the failure of a reply with an unexpected status. It contains no address and no text of the service. */
const failureOf = (reply: Reply): StoreFailure => ('status' in reply ? unavailable(`http-${reply.status}`) : reply)

/** Opens a bucket. Nothing is requested yet. */
export function openS3(access: S3Access): ObjectStore {
  async function once(asked: S3Request): Promise<Reply> {
    try {
      const reply = await askS3(access, asked, { milliseconds: MILLISECONDS })
      const { status, headers } = reply
      const content = await bodyOf(reply, MOST_BYTES)
      if (isPage(reply)) return unavailable('unreadable')
      return content === null ? unavailable('too-long') : { status, headers, content }
    } catch (error) {
      const { name: kind } = error as Error
      return unavailable(kind === 'TimeoutError' || kind === 'AbortError' ? 'time-out' : 'unreachable')
    }
  }

  async function ask(asked: S3Request): Promise<Reply> {
    for (let tried = 1; ; tried += 1) {
      const reply = await once(asked)
      const mayHelp = 'status' in reply ? reply.status >= 500 : reply.reason === 'unreachable'
      if (!mayHelp || tried === TRIES) return reply
    }
  }

  return {
    put: async (name, content, mediaType) => {
      const reply = await ask({ method: 'PUT', name, body: content, headers: { 'content-type': mediaType } })
      if (!('status' in reply) || reply.status !== 200) return failureOf(reply)
      // a store names what it stored; anything else that answers 200 is none
      return reply.headers.etag === undefined ? unavailable('unreadable') : { kind: 'stored' }
    },
    get: async (name) => {
      const reply = await ask({ method: 'GET', name })
      if (!('status' in reply)) return reply
      if (reply.status === 200) return { kind: 'found', content: reply.content }
      return reply.status === 404 ? { kind: 'absent' } : failureOf(reply)
    },
    remove: async (name) => {
      const reply = await ask({ method: 'DELETE', name })
      return 'status' in reply && [200, 204, 404].includes(reply.status) ? { kind: 'removed' } : failureOf(reply)
    },
  }
}
