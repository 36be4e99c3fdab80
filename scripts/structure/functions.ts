/** Checks that functions are short enough to be read at once. */
import { parseSync } from 'vite'
import { type Finding, isCode, isTest, type Sources, type Syntax, walkFile } from './sources.ts'

const MOST_LINES = 70

/** A longer function says so in the comment above it, with its reason. */
const EXPLAINED = /\bin one piece, because\b/i

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

type LongFunction = { readonly name: string; readonly lines: number; readonly from: number }

/** Returns the functions of a file with too many lines; the components of pages are functions too. */
function longFunctions(sources: Sources, file: string): LongFunction[] {
  const text = sources.read(file)
  if (text.split('\n').length <= MOST_LINES) return []
  const names = new Map<unknown, string>()
  const found: LongFunction[] = []
  walkFile(sources, file, (node) => {
    const key = (node.id ?? node.key) as Syntax | null | undefined
    const named = [node.init, node.value, node.type === 'VariableDeclarator' && argumentOf(node.init)]
    if (typeof key?.name === 'string') for (const part of named) if (part) names.set(part, key.name)
    if (!FUNCTIONS.has(node.type)) return
    const from = node.start as number
    const lines = text.slice(from, node.end as number).split('\n').length
    const name = ((node.id as Syntax | null)?.name as string | undefined) ?? names.get(node) ?? 'a function'
    if (lines > MOST_LINES) found.push({ name, lines, from })
  })
  return found
}

/** Returns the function in `const Row = memo(function …)`, or undefined. */
function argumentOf(value: unknown): unknown {
  const call = value as Syntax | null
  return call?.type === 'CallExpression' ? (call.arguments as unknown[])[0] : undefined
}

/** Reports whether the comment directly above the line of `from` gives the reason. */
function isExplained(file: string, text: string, from: number): boolean {
  const line = text.lastIndexOf('\n', from) + 1
  const above = parseSync(file, text).comments.findLast(({ end }) => end <= line)
  return (
    above !== undefined &&
    text.slice(above.end, line).trim() === '' &&
    EXPLAINED.test(above.value.replace(/\n\s*\*?\s*/g, ' '))
  )
}

/** Lists of inputs, one for each contract of a feature: a reader looks one of them up. */
const isList = (file: string): boolean => file.endsWith('/server/samples.ts')

/** Reports each long function without a reason. */
export function checkFunctions(sources: Sources): Finding[] {
  const findings: Finding[] = []
  for (const file of sources.files) {
    if (!isCode(file) || isTest(file) || isList(file) || /(generated|\.gen)\./.test(file)) continue
    for (const { name, lines, from } of longFunctions(sources, file)) {
      if (isExplained(file, sources.read(file), from)) continue
      findings.push({
        file,
        says: `${name} has ${lines} lines, and at most ${MOST_LINES} are allowed: split it by meaning, or begin a sentence of its comment with "In one piece, because"`,
      })
    }
  }
  return findings
}
