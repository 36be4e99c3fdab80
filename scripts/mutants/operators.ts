/**
 * Lists the changes that can be made to the operators of a file, and writes the file so that each of them can be made
 * while it runs.
 */
import { parseSync } from 'vite'
import type { Syntax } from '../structure/sources.ts'

/** One operator of a file, and the operators that may replace it. */
type Site = {
  readonly kind: 'two' | 'and' | 'or' | 'nil' | 'not' | 'literal' | 'assign'
  readonly start: number
  readonly end: number
  /** Where the operator begins. */
  readonly at: number
  readonly operator: string
  readonly instead: readonly string[]
}

/** A change of one operator. */
export type Mutant = {
  readonly file: string
  /** The place of the operator among those of the file. */
  readonly site: number
  readonly line: number
  readonly column: number
  /** The text of the line, without the spaces around it. */
  readonly text: string
  readonly before: string
  readonly after: string
}

/** A place where `instrument` writes a text and replaces nothing. */
type Insertion = { readonly start: number; readonly text: string }

const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
  '+': ['-'],
  '-': ['+'],
  '&&': ['||'],
  '||': ['&&'],
  // only the right side counts, as if the left one were always missing
  '??': ['right side'],
  // the operand itself
  '!': ['nothing'],
  true: ['false'],
  false: ['true'],
}

const LOGICAL = { '&&': 'and', '||': 'or', '??': 'nil' } as const

/** Types are not run. These nodes contain an expression beside a type. */
const isType = (node: Syntax): boolean => node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(node.type)

/** Reports whether the syntax shows that an operand of `+` is a text. */
const isText = (node: Syntax): boolean =>
  node.type === 'TemplateLiteral' ||
  (node.type === 'Literal' && typeof node.value === 'string') ||
  (node.type === 'ParenthesizedExpression' && isText(node.expression as Syntax)) ||
  (node.type === 'BinaryExpression' &&
    node.operator === '+' &&
    (isText(node.left as Syntax) || isText(node.right as Syntax)))

const spanOf = (node: unknown) => node as { readonly start: number; readonly end: number }

/** Returns where the operator between two operands begins. It may follow a comment. */
function operatorAt(source: string, node: Syntax): number {
  const from = spanOf(node.left).end
  const between = source
    .slice(from, spanOf(node.right).start)
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, (comment) => ' '.repeat(comment.length))
  return from + between.indexOf(node.operator as string)
}

/** Returns the place that a node is, or null if it is none. */
function siteOf(source: string, node: Syntax): Site | null {
  const { start, end } = spanOf(node)
  const operator = node.operator as string
  const instead = INSTEAD[operator] ?? []
  if (node.type === 'LogicalExpression') {
    const right = node.right as Syntax
    if (operator === '??' && typeof right.value === 'number') {
      const other = [`?? ${right.value + 1}`]
      return {
        kind: 'literal',
        ...spanOf(right),
        at: operatorAt(source, node),
        operator: `?? ${right.value}`,
        instead: other,
      }
    }
    return {
      kind: LOGICAL[operator as keyof typeof LOGICAL],
      start,
      end,
      at: operatorAt(source, node),
      operator,
      instead,
    }
  }
  if (node.type === 'BinaryExpression' && instead.length > 0) {
    if (operator === '+' && isText(node)) return null
    return { kind: 'two', start, end, at: operatorAt(source, node), operator, instead }
  }
  if (node.type === 'UnaryExpression' && operator === '!')
    return { kind: 'not', start, end, at: start, operator, instead }
  if (node.type === 'AssignmentExpression' && /^[+-]=$/.test(operator) && (node.left as Syntax).type === 'Identifier') {
    if (isText(node.right as Syntax)) return null
    const other = [operator === '+=' ? '-=' : '+=']
    return { kind: 'assign', start, end, at: operatorAt(source, node), operator, instead: other }
  }
  if (node.type === 'Literal' && typeof node.value === 'boolean') {
    const text = String(node.value)
    return { kind: 'literal', start, end, at: start, operator: text, instead: INSTEAD[text] ?? [] }
  }
  return null
}

/** Returns the places of a file in the order of their text, and where its loops and statements begin. */
function readSites(file: string, source: string): { sites: Site[]; insertions: Insertion[] } {
  const sites: Site[] = []
  const insertions: Insertion[] = []
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) {
        // a statement without a semicolon before it must not continue the line above when it begins with a bracket
        if (item?.type === 'ExpressionStatement') insertions.push({ start: spanOf(item).start, text: ';' })
        walk(item)
      }
      return
    }
    if (typeof value !== 'object' || value === null || typeof (value as Syntax).type !== 'string') return
    const node = value as Syntax
    if (isType(node)) return
    const site = siteOf(source, node)
    if (site) sites.push(site)
    const body = node.body as Syntax | undefined
    if (/^(?:For|While|DoWhile)/.test(node.type) && body?.type === 'BlockStatement')
      insertions.push({ start: spanOf(body).start + 1, text: '$m.turn();' })
    for (const part of Object.values(node)) if (typeof part === 'object') walk(part)
  }
  walk(parseSync(file, source).program)
  return { sites: sites.toSorted((a, b) => a.start - b.start || b.end - a.end), insertions }
}

const textOf = (source: string, at: number): string => {
  const end = source.indexOf('\n', at)
  return source.slice(source.lastIndexOf('\n', at - 1) + 1, end === -1 ? undefined : end).trim()
}

/** Returns all changes of the operators of a file. */
export function mutantsOf(file: string, source: string): Mutant[] {
  return readSites(file, source).sites.flatMap(({ at, operator, instead }, site) => {
    const above = source.slice(0, at).split('\n')
    const place = { file, site, line: above.length, column: (above.at(-1) ?? '').length + 1, text: textOf(source, at) }
    return instead.map((after) => ({ ...place, before: operator, after }))
  })
}

/**
 * Returns the source of a file that asks `$m` (switches.ts) at each of its operators. The numbers of the places begin
 * with `first`.
 */
export function instrument(file: string, source: string, first: number): string {
  const { sites, insertions } = readSites(file, source)
  const places = [
    ...insertions.map((one) => ({ ...one, end: one.start, number: -1, site: null })),
    ...sites.map((site, index) => ({ start: site.start, end: site.end, text: '', number: first + index, site })),
  ].sort((a, b) => a.start - b.start || (a.site ? 1 : 0) - (b.site ? 1 : 0) || b.end - a.end)

  const inserted = new Set<number>()
  const write = (from: number, to: number): string => {
    let written = ''
    let position = from
    for (const { start, end, text, number, site } of places) {
      if (start < position || end > to || (site === null && (start >= to || inserted.has(start)))) continue
      if (site === null) inserted.add(start)
      written += source.slice(position, start)
      written += site ? change(number, site) : text
      position = end
    }
    return written + source.slice(position, to)
  }

  const change = (number: number, { kind, start, end, at, operator, instead }: Site): string => {
    if (kind === 'literal') return `$m.literal(${number},${source.slice(start, end)},${instead[0]?.replace('?? ', '')})`
    if (kind === 'not') return `$m.not(${number},${write(start + 1, end)})`
    const left = write(start, at)
    const right = write(at + operator.length, end)
    if (kind === 'two') return `$m.two(${number},'${operator}',${left},${right})`
    if (kind === 'assign') return `${left}=$m.two(${number},'${operator[0]}',${left},${right})`
    return `($m.${kind}(${number},$m.left=(${left}))?(${right}):$m.left)`
  }

  return write(0, source.length)
}
