/** Invalid values for every field and every body, and functions that put them there. */
import { FULL_LENGTH } from '../length.ts'

const deep = (levels: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value }
  return value
}
const deepText = (levels: number): string => `${'['.repeat(levels)}1${']'.repeat(levels)}`

/** The values that replace every field of a valid input. A text that begins with "raw:" stands for raw JSON. */
export const INVALID_VALUES: readonly (readonly [name: string, value: unknown])[] = [
  ['null', null],
  ['true', true],
  ['empty text', ''],
  ['blanks', '   '],
  ['text', 'x'],
  ['zero', 0],
  ['minus one', -1],
  ['half', 0.5],
  ['minus zero', 'raw:-0'],
  ['2^53', 2 ** 53],
  ['2^63', 'raw:9223372036854775808'],
  ['-2^63-1', 'raw:-9223372036854775809'],
  ['1e308', 1e308],
  ['1e999', 'raw:1e999'],
  ['tiny', 5e-324],
  ['2^31', 2 ** 31],
  ['NaN text', 'NaN'],
  ['Infinity text', '-Infinity'],
  ['number text', '12'],
  ['hex text', '0x10'],
  ['Arabic digits', '١٢'],
  ['empty list', []],
  ['list of null', [null]],
  ['list of lists', [[[]]]],
  ['10,000 numbers', Array.from({ length: 10_000 }, (_, index) => index + 1)],
  ['10,000 objects', Array.from({ length: 10_000 }, () => ({}))],
  ['empty object', {}],
  ['object with length', { length: 1e9 }],
  ['toString object', { toString: 'x', valueOf: 1 }],
  ['__proto__', 'raw:{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}}}'],
  ['__proto__ text', '__proto__'],
  ['constructor', 'constructor'],
  ['deep nesting', deep(500)],
  ['100 kB', 'α'.repeat(100_000)],
  ['no such day', '2026-02-30'],
  ['no such month', '2026-13-01'],
  ['day zero', '0000-00-00'],
  ['far day', '99999-01-01'],
  ['infinity day', 'infinity'],
  ['day with time', '2026-11-20T25:61:61Z'],
  ['no such time', '2026-11-20 24:00:01'],
  ['Greek', 'Άννα Ψαθά-Ξυλούρη ς'],
  ['emoji', '👩‍👩‍👧‍👦🕯️'],
  ['right to left', '\u202Eabc\u200F'],
  ['combining', 'e\u0301\u0301\u0301\u0301'.repeat(50)],
  ['NUL', 'a\u0000b'],
  ['control', 'a\u0007\u001bb'],
  ['lone high surrogate', 'raw:"a\\ud800b"'],
  ['lone low surrogate', 'raw:"\\udc00"'],
  ['not a character', '\uFFFF\uFFFE'],
  ['quotes', `O'Brien "x" \`y\` \\ \\' %s %00 {{name}} $1 :a ?`],
  ['SQL', `'; drop table customers; --`],
  ['SQL 2', `1) or 1=1 union select password_hash from users --`],
  ['HTML', '<script>alert(1)</script><img src=x onerror=alert(1)>&amp;'],
  ['LIKE', '%_\\'],
  ['path', '../../../etc/passwd'],
  ['JSON text', '{"a":1}'],
  ['broken JSON text', '{"a":'],
]

/**
 * Returns the invalid values for the place with the number `index` among the places of one input. `npm run proofs` gets
 * all. CI sends every twelfth value, and twelve neighbouring places together get all of them, because the product refuses
 * nearly all of them before they reach a database.
 */
export const invalidValuesAt = (index: number): typeof INVALID_VALUES =>
  FULL_LENGTH ? INVALID_VALUES : INVALID_VALUES.filter((_, number) => (number + index) % 12 === 0)

type Path = readonly (string | number)[]

/** Returns the path of every place inside a value. */
export function placesIn(value: unknown, path: Path = []): Path[] {
  const own = path.length > 0 ? [path] : []
  if (typeof value !== 'object' || value === null) return own
  const inner = Object.entries(value).flatMap(([key, child]) =>
    placesIn(child, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return [...own, ...inner]
}

/** Returns the JSON text of a value with another value at one place. */
export function withAt(value: unknown, path: Path, invalid: unknown): string {
  const copy = structuredClone(value) as Record<string | number, unknown>
  let holder = copy
  for (const step of path.slice(0, -1)) holder = holder[step] as typeof holder
  holder[path.at(-1) as string] = invalid
  const text = JSON.stringify(copy)
  return typeof invalid === 'string' && invalid.startsWith('raw:')
    ? text.replace(JSON.stringify(invalid), () => invalid.slice(4))
    : text
}

/** Bodies that are invalid as a whole. */
export const BODIES: readonly (readonly [name: string, body: string | Buffer])[] = [
  ['nothing', ''],
  ['blank', '  '],
  ['half', '{'],
  ['comma', '{"a":1,}'],
  ['single quotes', "{'a':1}"],
  ['two values', '{} {}'],
  ['NaN', '{"id":NaN}'],
  ['null', 'null'],
  ['true', 'true'],
  ['number', '5'],
  ['text', '"abc"'],
  ['list', '[]'],
  ['list of nothing', '[null,1,"a",[]]'],
  ['__proto__', '{"__proto__":{"role":"admin"},"id":1}'],
  ['constructor', '{"constructor":{"prototype":{"role":"admin"}}}'],
  ['deep lists', deepText(10_000)],
  ['deep objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['many keys', `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
  ['many records', JSON.stringify({ resource: Array.from({ length: 10_000 }, () => ({ id: 1 })) })],
  ['same key twice', '{"id":1,"id":"x","resource":[],"resource":{}}'],
  ['byte order mark', '\uFEFF{}'],
  ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['NUL bytes', '\u0000\u0000'],
  ['9 MB', `{"a":"${'x'.repeat(9 * 1024 * 1024)}"}`],
]

/** A longer body takes most of the time of an invalid request. The code that all commands and tables share refuses it. */
const LONG_BODY = 50_000

/**
 * Returns the invalid bodies for the command or table with the number `index`. `npm run proofs` sends all of them to each;
 * CI sends the long ones to every tenth.
 */
export const bodiesFor = (index: number): typeof BODIES =>
  FULL_LENGTH || index % 10 === 0 ? BODIES : BODIES.filter(([, body]) => body.length < LONG_BODY)
