/** Backups in a bucket of an S3-compatible service. Large ones are sent in parts, so that little of one is ever in memory. */
import { isIP } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { XMLParser } from 'fast-xml-parser'
import { faultOfError } from '../environment/why-no-connection.ts'
import { askS3, bodyOf, isPage, type S3Access, type S3Reply, type S3Request } from '../objects/s3-connection.ts'
import { ClosedAddress, hostOf, isOwnAddress, isStoreAddress, lookUpOnly } from '../webhooks/allowed-address.ts'
import { escapeXml } from '../xml-text.ts'
import {
  type BackupStore,
  type BucketAccess,
  isBackupName,
  type StoredBackup,
  StoreFault,
  type StoreFaultReason,
} from './backup-store.ts'
import { piecesOf } from './pieces.ts'

/** A service takes at most 10,000 parts, so a backup may have 80 GB. */
const PART_BYTES = 8 * 1024 * 1024
const SILENT_MILLISECONDS = 30_000
/** A request that a broken connection or a busy service ended is sent again, after pauses of 1, 2 and 4 times this. */
const TRIES = 4
const PAUSE_MILLISECONDS = 1_000
const MOST_ANSWER_BYTES = 5_000_000
const MOST_LISTS = 1_000

export type BucketOptions = { readonly partBytes?: number; readonly pauseMilliseconds?: number }

/** What the codes of a service mean. */
const REASONS: Readonly<Record<string, StoreFaultReason>> = {
  InvalidAccessKeyId: 'store-key',
  SignatureDoesNotMatch: 'store-key',
  InvalidToken: 'store-key',
  AccessDenied: 'store-denied',
  AllAccessDisabled: 'store-denied',
  NoSuchBucket: 'store-bucket',
  InvalidBucketName: 'store-bucket',
  AuthorizationHeaderMalformed: 'store-region',
  PermanentRedirect: 'store-region',
  IllegalLocationConstraintException: 'store-region',
  RequestTimeTooSkewed: 'store-clock',
  QuotaExceeded: 'store-full',
  InsufficientStorage: 'store-full',
  XMinioStorageFull: 'store-full',
  XMinioAdminBucketQuotaExceeded: 'store-full',
  NoSuchKey: 'gone',
}

/** What the status means where the service names no known code. */
function reasonOfStatus(status: number): StoreFaultReason {
  if (status === 401 || status === 403) return 'store-denied'
  if (status === 404) return 'gone'
  if (status === 507) return 'store-full'
  if (status >= 300 && status < 400) return 'store-region'
  return status >= 500 || status === 429 ? 'store-silent' : 'store-refused'
}

/** A list with one entry is read as a list too. */
const LISTS: readonly string[] = ['Contents', 'Upload']
const parser = new XMLParser({ parseTagValue: false, processEntities: true, isArray: (name) => LISTS.includes(name) })

type Said = Readonly<Record<string, unknown>>

const isSaid = (value: unknown): value is Said => typeof value === 'object' && value !== null

/** Returns what is in the outermost element of an answer; nothing if it is no XML. */
function saidIn(content: Buffer): Said {
  try {
    const parsed: unknown = parser.parse(content.toString('utf8'))
    const inside = isSaid(parsed) ? Object.entries(parsed).find(([name]) => !name.startsWith('?'))?.[1] : null
    return isSaid(inside) ? inside : {}
  } catch {
    return {}
  }
}

const listOf = (said: Said, name: string): readonly Said[] => {
  const found = said[name]
  return Array.isArray(found) ? found.filter(isSaid) : []
}
const textOf = (said: Said, name: string): string => {
  const found = said[name]
  return typeof found === 'string' ? found : ''
}

type Answered = { readonly status: number; readonly headers: S3Reply['headers']; readonly said: Said }

const mayHelp = ({ reason }: StoreFault): boolean => reason === 'store-silent' || reason === 'store-cut'

/** Returns the fault of a connection. */
function faultOf(error: unknown): StoreFault {
  if (error instanceof StoreFault) return error
  if (error instanceof ClosedAddress) return new StoreFault('store-address')
  const fault = faultOfError(error as Error)
  if (fault === 'certificate') return new StoreFault('store-certificate')
  if (fault === 'no-encryption') return new StoreFault('store-encryption')
  return new StoreFault('store-silent')
}

/** Repeats what a broken connection or a busy service ended. */
async function repeating<T>(act: () => Promise<T>, milliseconds: number): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await act()
    } catch (error) {
      const fault = faultOf(error)
      if (!mayHelp(fault) || tried === TRIES) throw fault
      await pause(milliseconds * 2 ** (tried - 1))
    }
  }
}

/** Opens a bucket. Nothing is requested yet. */
export function openBucketStore(access: BucketAccess, options: BucketOptions = {}): BackupStore {
  const { partBytes = PART_BYTES, pauseMilliseconds = PAUSE_MILLISECONDS } = options
  const connection = connectionTo(access)
  const prefix = access.folder === '' ? '' : `${access.folder}/`

  const ask = (asked: S3Request): Promise<Answered> => repeating(() => connection.ask(asked), pauseMilliseconds)

  const parts = partsOf(ask, (name) => `${prefix}${name}`)

  /** Returns the content from a byte on. */
  const from = (name: string, at: number): Promise<S3Reply> =>
    repeating(() => {
      const headers: Record<string, string> = at > 0 ? { range: `bytes=${at}-` } : {}
      return connection.open({ method: 'GET', name: `${prefix}${name}`, headers })
    }, pauseMilliseconds)

  return {
    write: async (name, content) => {
      const pieces = piecesOf(content, partBytes)
      const first = await pieces.next()
      if (first.done) throw new Error('there is always a last piece')
      if (!first.value.last) return parts.write(name, first.value.content, pieces)
      const headers = { 'content-type': 'application/octet-stream' }
      await ask({ method: 'PUT', name: `${prefix}${name}`, body: first.value.content, headers })
      return first.value.content.length
    },
    read: async (name) => {
      const begun = await from(name, 0)
      return wholeContent(begun, (at) => from(name, at))
    },
    list: async () => {
      const found: StoredBackup[] = []
      for (let next = '', lists = 0; lists < MOST_LISTS; lists += 1) {
        const query = { 'list-type': '2', prefix, ...(next !== '' && { 'continuation-token': next }) }
        const { said } = await ask({ method: 'GET', query })
        for (const one of listOf(said, 'Contents')) {
          const name = textOf(one, 'Key').slice(prefix.length)
          if (isBackupName(name))
            found.push({ name, bytes: Number(textOf(one, 'Size')), at: textOf(one, 'LastModified') })
        }
        next = textOf(said, 'NextContinuationToken')
        if (textOf(said, 'IsTruncated') !== 'true' || next === '') break
      }
      return found.toSorted((a, b) => b.at.localeCompare(a.at))
    },
    remove: async (name) => {
      await ask({ method: 'DELETE', name: `${prefix}${name}` }).catch((error: unknown) => {
        if (!(error instanceof StoreFault && error.reason === 'gone')) throw error
      })
    },
    giveUpUnfinished: async () => {
      const { said } = await ask({ method: 'GET', query: { uploads: '', prefix } })
      for (const one of listOf(said, 'Upload')) {
        const name = textOf(one, 'Key').slice(prefix.length)
        if (isBackupName(name)) await parts.giveUp(name, textOf(one, 'UploadId'))
      }
    },
  }
}

/**
 * Yields a content to its end. After a broken connection it goes on where it stopped; `more` reads from a byte on. Throws StoreFault if
 * that does not help, or if the store now has another content.
 */
async function* wholeContent(
  begun: S3Reply,
  more: (at: number) => Promise<S3Reply>,
): AsyncGenerator<Uint8Array, undefined> {
  const { 'content-length': length, etag } = begun.headers
  const bytes = Number(length)
  let at = 0
  let reply = begun
  for (let tried = 1; ; tried += 1) {
    const before = at
    try {
      for await (const part of reply.body as AsyncIterable<Buffer>) {
        at += part.length
        yield part
      }
      if (!Number.isFinite(bytes)) return
    } catch {
      // what is missing is asked for below
    }
    if (at === bytes) return
    if (at > before) tried = 1
    if (tried === TRIES) throw new StoreFault('store-cut')
    reply = await more(at)
    if (reply.status !== 206 || reply.headers.etag !== etag) throw new StoreFault('store-cut')
  }
}

/** Writes a backup in parts. The service shows it only when all of them are there and named. */
function partsOf(
  ask: (asked: S3Request) => Promise<Answered>,
  nameOf: (name: string) => string,
): {
  readonly write: (name: string, first: Buffer, others: AsyncIterable<{ readonly content: Buffer }>) => Promise<number>
  readonly giveUp: (name: string, uploadId: string) => Promise<void>
} {
  const giveUp = async (name: string, uploadId: string): Promise<void> => {
    await ask({ method: 'DELETE', name: nameOf(name), query: { uploadId } }).catch((error: unknown) => {
      if (!(error instanceof StoreFault && error.reason === 'gone')) throw error
    })
  }

  async function send(name: string, uploadId: string, number: number, body: Buffer): Promise<string> {
    const query = { partNumber: String(number), uploadId }
    const { headers } = await ask({ method: 'PUT', name: nameOf(name), query, body })
    return headers.etag ?? ''
  }

  /** Completes the backup. If the answer is lost, it asks whether the backup is there. */
  async function complete(name: string, uploadId: string, tags: readonly string[], bytes: number): Promise<void> {
    const rows = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
    )
    const body = Buffer.from(`<CompleteMultipartUpload>${rows.join('')}</CompleteMultipartUpload>`)
    try {
      const { said } = await ask({ method: 'POST', name: nameOf(name), query: { uploadId }, body })
      // a service answers 200 before it knows how it ends
      if ('Code' in said) throw new StoreFault(REASONS[textOf(said, 'Code')] ?? 'store-refused')
    } catch (error) {
      const { headers } = await ask({ method: 'HEAD', name: nameOf(name) }).catch(() => {
        throw error
      })
      if (Number(headers['content-length']) !== bytes) throw error
    }
  }

  return {
    giveUp,
    write: async (name, first, others) => {
      const { said } = await ask({ method: 'POST', name: nameOf(name), query: { uploads: '' } })
      const uploadId = textOf(said, 'UploadId')
      if (uploadId === '') throw new StoreFault('store-refused')
      try {
        const tags = [await send(name, uploadId, 1, first)]
        let bytes = first.length
        for await (const { content } of others) {
          tags.push(await send(name, uploadId, tags.length + 1, content))
          bytes += content.length
        }
        await complete(name, uploadId, tags, bytes)
        return bytes
      } catch (error) {
        // what cannot be given up now is given up before the next backup
        await giveUp(name, uploadId).catch(() => {})
        throw error
      }
    },
  }
}

type Connection = {
  /** Sends a request and reads the answer. Throws StoreFault for every other status than 2xx. */
  readonly ask: (asked: S3Request) => Promise<Answered>
  /** The same without reading the body of the answer. */
  readonly open: (asked: S3Request) => Promise<S3Reply>
}

function connectionTo({ address, region, bucket, keyId, secret }: BucketAccess): Connection {
  const access: S3Access = { url: `${address}/${encodeURIComponent(bucket)}`, region, keyId, secret }
  const url = URL.parse(address)
  // without encryption the content and the names would cross the internet in clear
  const isAllowed = url?.protocol === 'http:' ? isOwnAddress : isStoreAddress
  const limits = { lookup: lookUpOnly(isAllowed), silentMilliseconds: SILENT_MILLISECONDS }

  /** An address without a name is not looked up, so it is checked here. */
  function demandAllowed(): void {
    const host = url === null ? '' : hostOf(url)
    if (url === null || (isIP(host) !== 0 && !isStoreAddress(host))) throw new StoreFault('store-address')
    if (isIP(host) !== 0 && !isAllowed(host)) throw new StoreFault('store-encryption')
  }

  async function open(asked: S3Request): Promise<S3Reply> {
    demandAllowed()
    const reply = await askS3(access, asked, limits)
    if (isPage(reply)) {
      reply.body.destroy()
      throw new StoreFault('store-silent')
    }
    if (reply.status >= 200 && reply.status < 300) return reply
    const said = saidIn((await bodyOf(reply, MOST_ANSWER_BYTES)) ?? Buffer.alloc(0))
    throw new StoreFault(REASONS[textOf(said, 'Code')] ?? reasonOfStatus(reply.status))
  }
  return {
    open,
    ask: async (asked) => {
      const reply = await open(asked)
      const content = await bodyOf(reply, MOST_ANSWER_BYTES)
      return { status: reply.status, headers: reply.headers, said: saidIn(content ?? Buffer.alloc(0)) }
    },
  }
}
