/** Reads the filter of the data API into a tree. filter.peggy contains the grammar. */
import { readFileSync } from 'node:fs'
import peggy from 'peggy'
import { dayOf } from '#kernel/day.ts'
import { badRequest, type DataApiError } from '../answers.ts'
import { CountedText, TooManySteps } from '../counted-text.ts'

export type CompareOperator = '=' | '!=' | '>' | '>=' | '<' | '<='
export type TextMatch = 'like' | 'contains' | 'starts' | 'ends'

export type Filter =
  | { readonly kind: 'and' | 'or' | 'xor'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | { readonly kind: 'compare'; readonly field: string; readonly operator: CompareOperator; readonly value: string }
  | { readonly kind: 'in'; readonly field: string; readonly negated: boolean; readonly values: readonly string[] }
  | {
      readonly kind: 'text'
      readonly field: string
      readonly match: TextMatch
      readonly negated: boolean
      readonly value: string
    }
  | { readonly kind: 'null'; readonly field: string; readonly negated: boolean }

/** Returns the spelling of a field in the table definition; undefined for any word that is no field. */
export type KnownField = (name: string) => string | undefined

export const MOST_FILTER_CHARACTERS = 4_000
export const MOST_FILTER_TERMS = 100
const MOST_NESTED = 100
/**
 * The limit of reads for each character of a filter, on average. The grammar is linear, so no filter comes near it
 * (filter-steps.test.ts). It limits the time of a request if a later rule of the grammar is not linear.
 */
export const MOST_STEPS_A_CHARACTER = 400

let parser: peggy.Parser | undefined

/** Returns the parser. The first call generates it from the grammar, so that a start does not wait for it. */
const parserOfFilters = (): peggy.Parser =>
  (parser ??= peggy.generate(readFileSync(new URL('./filter.peggy', import.meta.url), 'utf8'), {
    allowedStartRules: ['Filter'],
  }))

/**
 * Returns the tree of a filter text. `now` is the value of NOW(). Throws a 400 that names the place if the text is
 * unreadable.
 */
export function parseFilter(text: string, field: KnownField, now: Date = new Date()): Filter {
  if (text.length > MOST_FILTER_CHARACTERS) {
    throw badRequest(
      `Invalid or unparsable filter request. At most ${MOST_FILTER_CHARACTERS} characters are allowed, these are ${text.length}.`,
    )
  }
  if (text.includes('\u0000') || !text.isWellFormed()) {
    throw badRequest('Invalid or unparsable filter request. It holds characters that are no text.')
  }
  if (depthOf(text) > MOST_NESTED)
    throw badRequest('Invalid or unparsable filter request. Too many nested parentheses.')
  const filter = readTree(text, field, now)
  const terms = countTerms(filter)
  if (terms > MOST_FILTER_TERMS) {
    throw badRequest(
      `Invalid or unparsable filter request. At most ${MOST_FILTER_TERMS} conditions are allowed, these are ${terms}.`,
    )
  }
  return filter
}

/** Returns the tree of a filter text. A short text has the same limit of steps as one of 50 characters. */
function readTree(text: string, field: KnownField, now: Date): Filter {
  const moment = now.toISOString()
  const reader = parserOfFilters()
  const counted = new CountedText(text, MOST_STEPS_A_CHARACTER * Math.max(text.length, 50))
  try {
    // CountedText has every method that the parser calls
    return reader.parse(counted as unknown as string, { field, now: moment, today: dayOf(moment) }) as Filter
  } catch (error) {
    if (error instanceof TooManySteps)
      throw badRequest('Invalid or unparsable filter request. It takes too long to read. Quote the values.')
    if (!(error instanceof reader.SyntaxError)) throw error
    throw placed(error, text)
  }
}

/** Returns a syntax error of the library as a sentence: what was expected, at which place, and the text there. */
function placed(error: InstanceType<peggy.Parser['SyntaxError']>, text: string): DataApiError {
  const { expected, location } = error
  const offset = location.start.offset
  const near = text.slice(offset, offset + 40)
  const place = near === '' ? 'at the end' : `at position ${offset + 1}, near '${near}'`
  // errors that the grammar raises itself have a sentence and no expectations
  if (!expected)
    return badRequest(`${error.message.replace(/\.$/, '')}. ${place.charAt(0).toUpperCase()}${place.slice(1)}.`)
  const names = [
    ...new Set(
      expected.map((one) => (one.type === 'other' ? one.description : one.type === 'literal' ? `'${one.text}'` : '')),
    ),
  ]
  const wanted = names.filter((name) => name !== '' && name !== 'a blank').slice(0, 6)
  return badRequest(
    `Invalid or unparsable filter request. Expected ${wanted.join(', ') || 'something else'} ${place}. A value that holds such words must be quoted.`,
  )
}

function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const character of text) {
    if (character === '(') deepest = Math.max(deepest, ++depth)
    else if (character === ')') depth = Math.max(0, depth - 1)
  }
  return deepest
}

function countTerms(filter: Filter): number {
  if (filter.kind === 'not') return countTerms(filter.part)
  if (filter.kind === 'and' || filter.kind === 'or' || filter.kind === 'xor')
    return filter.parts.reduce((sum, part) => sum + countTerms(part), 0)
  return 1
}

const MATCH_WORDS: Readonly<Record<TextMatch, string>> = {
  like: 'LIKE',
  contains: 'CONTAINS',
  starts: 'STARTS WITH',
  ends: 'ENDS WITH',
}
const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Returns the filter as text that reads back as the same tree. */
export function printFilter(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
    case 'xor':
      return filter.parts.map((part) => `(${printFilter(part)})`).join(` ${filter.kind.toUpperCase()} `)
    case 'not':
      return `NOT (${printFilter(filter.part)})`
    case 'compare':
      return `${filter.field} ${filter.operator} ${quote(filter.value)}`
    case 'in':
      return `${filter.field}${filter.negated ? ' NOT' : ''} IN (${filter.values.map(quote).join(', ')})`
    case 'text':
      return `${filter.field}${filter.negated ? ' NOT' : ''} ${MATCH_WORDS[filter.match]} ${quote(filter.value)}`
    case 'null':
      return `${filter.field} IS${filter.negated ? ' NOT' : ''} NULL`
  }
}
