/** Converts values to and from the text form of the database, in the same way for both engines. */

/** A value as it is sent: the text form of PostgreSQL, or null. */
export type Wire = string | null

/** Reads the text form of one column type. */
export type Reader = (text: string) => unknown

/** Writes the values of a statement as text. Refuses dates and plain objects; callers pass ISO text and JSON text. */
export function toWire(values: readonly unknown[]): Wire[] {
  return values.map(writeValue)
}

function writeValue(value: unknown): Wire {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return writeArray(value)
  if (value instanceof Uint8Array)
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}`
  throw new TypeError('A value of a statement must be text, number, boolean, bytes, null or an array of these')
}

function writeArray(values: readonly unknown[]): string {
  const items = values.map((value) => {
    if (typeof value === 'number') return String(value)
    if (Array.isArray(value)) return writeArray(value)
    const text = writeValue(value)
    return text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`
  })
  return `{${items.join(',')}}`
}

const asIs: Reader = (text) => text
const readBytes: Reader = (text) => Buffer.from(text.slice(2), 'hex')

const MOMENT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/

/**
 * Reads '2026-11-20 18:51:00.123+00' as '2026-11-20T18:51:00.123Z'. It always has milliseconds, so that texts sort
 * like moments.
 */
function readMoment(text: string): string {
  const match = MOMENT.exec(text)
  if (!match) return text
  return `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`
}

const ITEM = /"((?:[^"\\]|\\.)*)"|([^{},"]+)|([{}])/gs

/** Reads '{1,NULL,"a,b"}' as a list, also with nested lists. */
function readArray(text: string, read: Reader): unknown[] {
  const root: unknown[] = []
  const path = [root]
  for (const [, quoted, plain, brace] of text.slice(text.indexOf('{')).matchAll(ITEM)) {
    const list = path.at(-1) ?? root
    if (brace === '{') {
      const inner: unknown[] = []
      list.push(inner)
      path.push(inner)
    } else if (brace === '}') path.pop()
    else if (quoted !== undefined) list.push(read(quoted.replace(/\\(.)/gs, '$1')))
    else list.push(plain === undefined || plain === 'NULL' ? null : read(plain))
  }
  return root[0] as unknown[]
}

/** The reader of each type, by the number of the type and of its array type. Other types stay text. */
const TYPES: readonly (readonly [oid: number, arrayOid: number, read: Reader])[] = [
  [16, 1000, (text) => text === 't'], // boolean
  [17, 1001, readBytes], // bytea
  [20, 1016, Number], // int8
  [21, 1005, Number], // int2
  [23, 1007, Number], // int4
  [26, 1028, Number], // oid
  [700, 1021, Number], // float4
  [701, 1022, Number], // float8
  [114, 199, (text) => JSON.parse(text)], // json
  [3802, 3807, (text) => JSON.parse(text)], // jsonb
  [1184, 1185, readMoment], // timestamptz
  [1114, 1115, asIs], // timestamp
  [1082, 1182, asIs], // date
  [1083, 1183, asIs], // time
  [1700, 1231, asIs], // numeric
  [25, 1009, asIs], // text
  [1043, 1015, asIs], // varchar
  [1042, 1014, asIs], // char
  [19, 1003, asIs], // name
  [2950, 2951, asIs], // uuid
]

const readers = new Map<number, Reader>()
for (const [oid, arrayOid, read] of TYPES) {
  readers.set(oid, read)
  readers.set(arrayOid, (text) => readArray(text, read))
}

/** Returns the reader for a column of the given type number. */
export function readerOf(oid: number): Reader {
  return readers.get(oid) ?? asIs
}
