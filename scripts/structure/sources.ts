/** The input of the structure checks: the files of a product folder, and their syntax trees. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

export type Finding = { readonly file: string; readonly says: string; readonly warning?: boolean }

export type Sources = {
  readonly root: string
  /** The paths of all files of the product, relative to the root, with `/`. */
  readonly files: readonly string[]
  read(file: string): string
}

const ROOMS = '{kernel,accounts,features,server,web,app,db,simulators,testing,scripts,e2e,bench,docs}'

export function openSources(root: string): Sources {
  const files = globSync(`${ROOMS}/**/*.*`, { cwd: root, exclude: ['**/node_modules/**'] })
    .map((file) => file.replaceAll('\\', '/'))
    .sort((a, b) => (a < b ? -1 : 1))
  const texts = new Map<string, string>()
  return {
    root,
    files,
    read(file) {
      const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8')
      texts.set(file, text)
      return text
    },
  }
}

export const isTest = (file: string): boolean => /\.(test|proof|story)\.tsx?$/.test(file)
export const isCode = (file: string): boolean => /\.tsx?$/.test(file) && !file.endsWith('.d.ts')

/** Returns the feature of a file: `orders` for a file in features/orders; null for other files. */
export const featureOf = (file: string): string | null => /^features\/([^/]+)\//.exec(file)?.[1] ?? null

/** A node of the syntax tree in the format of ESTree. */
export type Syntax = { readonly type: string; readonly [part: string]: unknown }

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string'

const nodesOf = new WeakMap<Sources, Map<string, readonly Syntax[]>>()

/** Calls `see` for each node of a file. Parses each file once, because several checks look at it. */
export function walkFile(sources: Sources, file: string, see: (node: Syntax) => void): void {
  const known = nodesOf.get(sources) ?? new Map<string, readonly Syntax[]>()
  nodesOf.set(sources, known)
  const nodes = known.get(file) ?? parse(sources, file)
  known.set(file, nodes)
  for (const node of nodes) see(node)
}

function parse(sources: Sources, file: string): readonly Syntax[] {
  const { program } = parseSync(file, sources.read(file))
  const nodes: Syntax[] = []
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(item)
    else if (isSyntax(value)) {
      nodes.push(value)
      for (const part of Object.values(value)) if (typeof part === 'object') walk(part)
    }
  }
  walk(program)
  return nodes
}

/** Returns the name of the called function: `t` for `t(…)` and `i18n.t(…)`; null if it has none. */
export const calleeOf = (node: Syntax): string | null => {
  const callee = node.callee as Syntax
  if (callee.type === 'Identifier') return callee.name as string
  if (callee.type === 'MemberExpression') return ((callee.property as Syntax).name as string | undefined) ?? null
  return null
}

/** Returns the possible texts of an argument: the literal, or both sides of a conditional; empty if it is computed. */
export function textsOf(node: unknown): string[] {
  if (!isSyntax(node)) return []
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type === 'TemplateLiteral') {
    const [only, ...more] = node.quasis as { value: { cooked: string } }[]
    return only && more.length === 0 ? [only.value.cooked] : []
  }
  if (node.type === 'ConditionalExpression') return [...textsOf(node.consequent), ...textsOf(node.alternate)]
  return []
}
