import { readFileSync } from 'node:fs'
import peggy from 'peggy'
import { describe, expect, test } from 'vitest'
import { CountedText } from '../counted-text.ts'
import { MOST_FILTER_CHARACTERS, MOST_STEPS_A_CHARACTER } from './filter-grammar.ts'

const SOURCE = readFileSync(new URL('./filter.peggy', import.meta.url), 'utf8')
const parser = peggy.generate(SOURCE, { allowedStartRules: ['Filter'] })
const FIELDS = new Set(['a', 'name'])
const field = (name: string): string | undefined => (FIELDS.has(name) ? name : undefined)

type Expression = {
  readonly type: string
  readonly name?: string
  readonly value?: string | readonly unknown[]
  readonly parts?: readonly (string | readonly [string, string])[]
  readonly expression?: Expression
  readonly delimiter?: Expression | null
  readonly elements?: readonly Expression[]
  readonly alternatives?: readonly Expression[]
}

const rules = (peggy.parser.parse(SOURCE) as unknown as { rules: (Expression & { name: string })[] }).rules
const ruleOf = new Map(rules.map((rule) => [rule.name, rule]))

/**
 * Lists short texts that occur in an expression: its words and signs. It includes those of the rules that it names,
 * `depth` levels deep.
 */
function piecesOf(expression: Expression, depth: number): string[] {
  const inner = [
    ...(expression.expression ? [expression.expression] : []),
    ...(expression.delimiter ? [expression.delimiter] : []),
    ...(expression.elements ?? []),
    ...(expression.alternatives ?? []),
  ]
  const own =
    expression.type === 'literal'
      ? [String(expression.value)]
      : expression.type === 'class'
        ? [' ', 'x'].filter((one) => one === 'x' || expression.parts?.includes(' '))
        : expression.type === 'rule_ref' && depth > 0
          ? piecesOf(ruleOf.get(expression.name ?? '') as Expression, depth - 1)
          : []
  return [...new Set([...own, ...inner.flatMap((one) => piecesOf(one, depth))])]
}

/** Surrounds words by blanks, so that they read as words. */
const spaced = (piece: string): string => (/^\w+$/.test(piece) && piece !== 'x' ? ` ${piece} ` : piece)

const STARTS = ['', 'a=', "a='", 'a="', "a='x'", 'a IN (', "a IN ('", 'a LIKE ', 'a=x AND ', 'a=(', 'NOT (']
const ENDS = ['x', "'"]

/** Returns the text `start piece piece piece …` with the ending `end`, `length` characters long. */
const text = (start: string, piece: string, end: string, length: number): string =>
  (start + piece.repeat(Math.ceil(length / piece.length))).slice(0, length - end.length) + end

/** Reports whether a text nests so deeply that it is refused before it is parsed. */
function isTooDeep(one: string): boolean {
  let depth = 0
  for (const sign of one) {
    depth = sign === '(' ? depth + 1 : sign === ')' ? Math.max(0, depth - 1) : depth
    if (depth > 100) return true
  }
  return false
}

/** Returns how many characters the parser reads of a text, even if the text is invalid; 0 if it is not parsed. */
function stepsFor(one: string): number {
  if (isTooDeep(one)) return 0
  const counted = new CountedText(one, Number.POSITIVE_INFINITY)
  try {
    parser.parse(counted as unknown as string, { field })
  } catch (error) {
    if (!(error instanceof parser.SyntaxError)) throw error
  }
  return counted.steps
}

type Measured = { readonly text: string; readonly short: number; readonly long: number }

/** Measures a repeated piece in every surrounding. */
const measured = (piece: string): Measured[] =>
  STARTS.flatMap((start) =>
    ENDS.map((end) => ({
      text: `${start}${piece}…${end}`,
      short: stepsFor(text(start, piece, end, 1_000)),
      long: stepsFor(text(start, piece, end, MOST_FILTER_CHARACTERS)),
    })),
  )

/** Reports whether four times the characters took much more than four times the steps, or half of the limit. */
const isTooSlow = ({ short, long }: Measured): boolean =>
  long > short * 5 + 4_000 || long > (MOST_STEPS_A_CHARACTER * MOST_FILTER_CHARACTERS) / 2

const seen = new Set<string>()
const pairsOf = (rule: Expression): string[] => {
  const pieces = [...new Set(['x', ' ', ...piecesOf(rule, 1).map(spaced)])].slice(0, 7)
  const pairs = pieces.flatMap((one) => [one, `${one}x`, `${one} `])
  const fresh = pairs.filter((pair) => !seen.has(pair))
  for (const pair of fresh) seen.add(pair)
  return fresh
}

describe('a filter is read in linear time', () => {
  test.each(rules)('$name reads four times the characters in about four times the steps', (rule) => {
    expect(pairsOf(rule).flatMap(measured).filter(isTooSlow)).toEqual([])
  })

  test.each([
    ' ',
    '(',
    '()',
    "'",
    '"',
    "''",
    ' AND ',
    ' and (',
    ' NOT ',
    '((((((((x))))))))',
    "('((x)'",
    '(((( ) ) ) ) ',
    '&&',
    'a=',
    ' and a',
    " or 'x",
    "a='",
    '(a=1) AND ',
    'IN (',
    ',',
    "a=' AND ",
    "x' ",
    "' AND (",
    ' AND (x',
    '\\',
    ' AND a=(',
    "a='x'' AND ",
    '&& ((((',
    ' OR NOT NOT NOT x',
    "','",
    "' '",
  ])('a filter that repeats %s is read in linear time', (piece) => {
    expect(measured(piece).filter(isTooSlow)).toEqual([])
  })
})
