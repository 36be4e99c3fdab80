/** What the simulated bucket answers to a request that is signed rightly: objects, lists, and objects in parts. */
import { createHash, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { escapeXml } from '#server/integrations/xml-text.ts'

export type Objects = ReadonlyMap<string, { readonly content: Buffer; readonly mediaType: string }>
export type Unfinished = Map<string, { readonly name: string; readonly parts: Map<number, Buffer> }>

export type Answer = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly content?: Buffer | string
  /** True if the content is that of an object. */
  readonly isObject?: true
}

type Asked = {
  readonly method: string
  readonly name: string
  readonly query: URLSearchParams
  readonly body: Buffer
  readonly headers: IncomingHttpHeaders
}

type Stored = Map<string, { content: Buffer; mediaType: string }>

type Bucket = { readonly objects: Stored; readonly unfinished: Unfinished; readonly leastPartBytes: number }

/** A list is cut after so many names, as that of a large bucket after a thousand. */
const MOST_LISTED = 3

const XML = { 'content-type': 'application/xml' }
const xml = (content: string): Answer => ({
  status: 200,
  headers: XML,
  content: `<?xml version="1.0" encoding="UTF-8"?>\n${content}`,
})
const tagOf = (content: Buffer): string => `"${createHash('md5').update(content).digest('hex')}"`

/** Returns the answer with a fault. */
export const failure = (status: number, code: string): Answer => ({
  status,
  headers: XML,
  content: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
})

/** Does what a request asks for, and returns the answer. */
export function answerOf(asked: Asked, bucket: Bucket): Answer {
  const { objects, unfinished } = bucket
  const { method, name, query, body, headers } = asked
  if (name === '') {
    if (method !== 'GET') return failure(405, 'MethodNotAllowed')
    return query.has('uploads') ? listUnfinished(query, unfinished) : listObjects(query, objects)
  }
  if (query.has('uploads') || query.has('uploadId')) return ofParts(asked, bucket)
  const stored = objects.get(name)
  switch (method) {
    case 'PUT':
      objects.set(name, { content: body, mediaType: String(headers['content-type']) })
      return { status: 200, headers: { etag: tagOf(body) } }
    case 'HEAD':
      return stored ? { status: 200, headers: { 'content-length': String(stored.content.length) } } : { status: 404 }
    case 'GET':
      return stored ? pieceOf(stored, headers.range) : failure(404, 'NoSuchKey')
    case 'DELETE':
      objects.delete(name)
      return { status: 204 }
    default:
      return failure(405, 'MethodNotAllowed')
  }
}

/** Returns the content of an object, or what follows after so many bytes. */
function pieceOf({ content, mediaType }: { content: Buffer; mediaType: string }, range: string | undefined): Answer {
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
  if (range === undefined) return { status: 200, headers: { 'content-type': mediaType }, content, isObject: true }
  if (from >= content.length) return failure(416, 'InvalidRange')
  const headers = {
    'content-type': mediaType,
    'content-range': `bytes ${from}-${content.length - 1}/${content.length}`,
  }
  return { status: 206, headers, content: content.subarray(from), isObject: true }
}

function listObjects(query: URLSearchParams, objects: Stored): Answer {
  const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? '']
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix)).toSorted()
  const rest = names.filter((name) => name > after)
  const shown = rest.slice(0, MOST_LISTED)
  const truncated = rest.length > shown.length
  const rows = shown.map((name) => {
    const { content } = objects.get(name) ?? { content: Buffer.alloc(0) }
    return `<Contents><Key>${escapeXml(name)}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><ETag>${escapeXml(tagOf(content))}</ETag><Size>${content.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`
  })
  const next = truncated ? `<NextContinuationToken>${escapeXml(shown.at(-1) ?? '')}</NextContinuationToken>` : ''
  return xml(
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Prefix>${escapeXml(prefix)}</Prefix><KeyCount>${shown.length}</KeyCount><IsTruncated>${truncated}</IsTruncated>${rows.join('')}${next}</ListBucketResult>`,
  )
}

function listUnfinished(query: URLSearchParams, unfinished: Unfinished): Answer {
  const prefix = query.get('prefix') ?? ''
  const rows = [...unfinished]
    .filter(([, { name }]) => name.startsWith(prefix))
    .map(
      ([id, { name }]) =>
        `<Upload><Key>${escapeXml(name)}</Key><UploadId>${id}</UploadId><Initiated>2026-01-02T03:04:05.000Z</Initiated></Upload>`,
    )
  return xml(
    `<ListMultipartUploadsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>false</IsTruncated>${rows.join('')}</ListMultipartUploadsResult>`,
  )
}

/** Begins, continues, completes or gives up an object in parts. */
function ofParts({ method, name, query, body }: Asked, { objects, unfinished, leastPartBytes }: Bucket): Answer {
  if (method === 'POST' && query.has('uploads')) {
    const id = randomUUID()
    unfinished.set(id, { name, parts: new Map() })
    return xml(
      `<InitiateMultipartUploadResult><Key>${escapeXml(name)}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  }
  const id = query.get('uploadId') ?? ''
  const begun = unfinished.get(id)
  if (!begun || begun.name !== name) return failure(404, 'NoSuchUpload')
  if (method === 'DELETE') {
    unfinished.delete(id)
    return { status: 204 }
  }
  if (method === 'PUT') {
    begun.parts.set(Number(query.get('partNumber')), body)
    return { status: 200, headers: { etag: tagOf(body) } }
  }
  if (method !== 'POST') return failure(405, 'MethodNotAllowed')
  const numbers = [...begun.parts.keys()].toSorted((a, b) => a - b)
  const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>\s*<ETag>([^<]*)<\/ETag>/g)]
  const right = named.every(
    ([, number, tag = '']) =>
      tagOf(begun.parts.get(Number(number)) ?? Buffer.from('?')) === tag.replaceAll('&quot;', '"'),
  )
  if (!right || named.length !== numbers.length) return failure(400, 'InvalidPart')
  const parts = numbers.map((number) => begun.parts.get(number) ?? Buffer.alloc(0))
  if (parts.slice(0, -1).some((part) => part.length < leastPartBytes)) return failure(400, 'EntityTooSmall')
  objects.set(name, { content: Buffer.concat(parts), mediaType: 'application/octet-stream' })
  unfinished.delete(id)
  return xml(
    `<CompleteMultipartUploadResult><Key>${escapeXml(name)}</Key><ETag>"of-all-parts-${parts.length}"</ETag></CompleteMultipartUploadResult>`,
  )
}
