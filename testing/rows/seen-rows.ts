/**
 * Notes of each statement that reads rows what it returned, and which line of code read it. `npm test` compares the notes with the types
 * that these lines declare (scripts/rows).
 */
import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getCallSites } from 'node:util'
import type { Answer, Column } from '#server/db/session.ts'
import { READS } from '#server/db/session.ts'
import { readerOf } from '#server/db/values.ts'
import { addFields, addKind, addValue, kindOf, nothingSeen, type Seen } from './seen.ts'

const ROOT = join(import.meta.dirname, '../..')

/** More are never between the line that reads rows and the engine. */
const MOST_FRAMES = 30
/** A few rows of a result show what its JSON contains. All of them are searched for null. */
const MOST_JSON = 100

const CALLS = /^(?:many|one|maybe)\b/

/** What was seen, by the call that read it, as `file:line:column`. */
export type SeenRows = Record<string, Seen>

const rows: SeenRows = {}
const calls = new Map<string, string | null>()
const lines = new Map<string, readonly string[]>()

/** Returns the call of a statement at this place as `file:line:column`; null if the code there calls something else. */
function callAt(script: string, line: number, column: number): string | null {
  const place = `${script}:${line}:${column}`
  const known = calls.get(place)
  if (known !== undefined) return known
  const found = findCall(script, line, column)
  calls.set(place, found)
  return found
}

function findCall(script: string, line: number, column: number): string | null {
  if (!script.startsWith('file:') || script.includes('/node_modules/')) return null
  const path = fileURLToPath(script)
  const text = lines.get(path) ?? readFileSync(path, 'utf8').split('\n')
  lines.set(path, text)
  const isCall = CALLS.test(text[line - 1]?.slice(column - 1) ?? '')
  return isCall ? `${relative(ROOT, path).replaceAll('\\', '/')}:${line}:${column}` : null
}

/** Adds what a statement returned to `seen`: a result is seen like an object whose fields are its columns. */
export function addAnswer(seen: Seen, columns: readonly Column[], found: readonly object[]): void {
  addKind(seen, 'object')
  const fields = addFields(
    seen,
    columns.map(({ name }) => name),
  )
  for (const column of columns) {
    const field = fields[column.name]
    if (field)
      addColumn(
        field.seen,
        column,
        found.map((row) => (row as Record<string, unknown>)[column.name]),
      )
  }
}

function addColumn(seen: Seen, { type, table }: Column, values: readonly unknown[]): void {
  // an empty object, list or text, whichever the type makes of it
  const example = readerOf(type)('{}')
  const kind = kindOf(example)
  const isJson = kind === 'object'
  if (!isJson) addKind(seen, kind)
  if (values.some((value) => value === null)) addKind(seen, 'null')
  if (kind === 'string') for (const value of values) if (value !== null) addValue(seen, value)
  // what a stored document contains is up to the code that wrote it, in tests often nothing
  if (isJson && table !== 0) for (const value of values) addKind(seen, kindOf(value))
  else if (isJson || kind === 'array') for (const value of values.slice(0, MOST_JSON)) addValue(seen, value)
}

let isWatching = false

/** Begins to note what statements return in this process. */
export function watchRows(): void {
  if (isWatching) return
  isWatching = true
  subscribe(READS.name, (message) => {
    // the inner calls only pass the statement on
    const reader = getCallSites(MOST_FRAMES)
      .flatMap(({ scriptName, lineNumber, columnNumber }) => callAt(scriptName, lineNumber, columnNumber) ?? [])
      .at(-1)
    if (reader === undefined) return
    const note = (answer: Answer): void => {
      // a test asks for the plan in place of the rows
      if (answer.command !== 'EXPLAIN') addAnswer((rows[reader] ??= nothingSeen()), answer.columns(), answer.rows)
    }
    // a statement that fails returns nothing
    ;(message as Promise<Answer>).then(note, () => {})
  })
}

/** Returns what this process has seen. */
export const seenRows = (): SeenRows => rows

/** A process may load this module more than once. */
const OWN_FILE = `${randomUUID()}.json`

let written = ''

/** Writes what this process has seen to a file in this folder. */
export function writeSeenRows(folder: string): void {
  const text = JSON.stringify(rows)
  if (text === written) return
  written = text
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, OWN_FILE), text)
}
