/** Parses XML to a tree, and reads values of the tree. */
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { type Day, isDay } from '#kernel/day.ts'
import { LIMITS, PLACES, roundDecimal, scaleDecimal } from '#kernel/money.ts'
import { cleanText } from '#server/integrations/clean-text.ts'
import { unescapeXml } from '#server/integrations/xml-text.ts'
import { type FileProblem, problem } from '#kernel/import/file-problem.ts'

/** An element: its children by name, each a list; its text is `#text` and its attributes begin with `@`. */
export type Node = { readonly [name: string]: unknown }

/** The most elements inside each other; an invoice has about ten. */
const MOST_LEVELS = 40
/** The most attributes of one element; an invoice has about five. The time to compare their names grows with their square. */
const MOST_ATTRIBUTES = 100

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  // keeps the leading zeros of codes
  parseTagValue: false,
  parseAttributeValue: false,
  // unescapeXml does this, because the parser does not decode characters written as numbers
  processEntities: false,
  alwaysCreateTextNode: true,
  maxNestedTags: MOST_LEVELS,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
})

/** Returns how deep the elements of a text are inside each other, without reading it as XML. */
function levelsOf(text: string): number {
  let level = 0
  let deepest = 0
  for (const [, close, single] of text.matchAll(/<(\/?)[\p{L}_][^<>]*?(\/?)>/gu)) {
    if (close) level--
    else if (!single) level++
    deepest = Math.max(deepest, level)
  }
  return deepest
}

/** Reports whether an element has too many attributes, without reading the text as XML: it counts the quoted values after each `<`. */
function hasManyAttributes(text: string): boolean {
  let count = 0
  for (const [sign] of text.matchAll(/<|=\s*["']/g)) {
    count = sign === '<' ? 0 : count + 1
    if (count > MOST_ATTRIBUTES) return true
  }
  return false
}

export type ParsedXml = { readonly name: string; readonly root: Node } | { readonly problem: FileProblem }

/** Returns the root element of an XML text, or why it is refused. A document type is refused, because it can define entities. */
export function parseXml(text: string): ParsedXml {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return { problem: problem('doctype') }
  if (levelsOf(text) > MOST_LEVELS) return { problem: problem('nesting') }
  if (hasManyAttributes(text)) return { problem: problem('attributes', { most: MOST_ATTRIBUTES }) }
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the package that replaces it brings a validator of schemas, which is not needed
    const valid = XMLValidator.validate(text)
    if (valid !== true) return { problem: problem('xml', { row: valid.err.line, column: valid.err.col }) }
    const tree = parser.parse(text) as Node
    const [name, root] = Object.entries(tree).find(([key]) => key !== '?xml' && !key.startsWith('#')) ?? []
    const first: unknown = Array.isArray(root) ? root[0] : undefined
    if (name === undefined || !isNode(first)) return { problem: problem('xml', { row: 1, column: 1 }) }
    return { name, root: first }
  } catch {
    return { problem: problem('xml', { row: 1, column: 1 }) }
  }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the children of an element with this name, in the order of the file. */
export const childrenOf = (node: Node | null, name: string): Node[] => {
  const children = node && Object.hasOwn(node, name) ? node[name] : undefined
  return Array.isArray(children) ? children.filter(isNode) : []
}

/** Returns an attribute of an element; an empty text if it does not exist. */
export function attributeOf(node: Node | null, name: string): string {
  const value = node && Object.hasOwn(node, `@${name}`) ? node[`@${name}`] : undefined
  return typeof value === 'string' ? cleanText(unescapeXml(value)) : ''
}

const textOf = (node: Node | null): string => {
  const text = node?.['#text']
  return typeof text === 'string' ? cleanText(unescapeXml(text)) : ''
}

/** A text longer than this is cut: no field of the product keeps more. */
const LONGEST_TEXT = 300

/**
 * Reads values below `node` and collects what is wrong with them. A problem names the element, and `line` if the element
 * belongs to a line of the invoice.
 */
export function valuesOf(node: Node | null, problems: FileProblem[], line?: number) {
  const wrong = (code: string, element: string, more: Readonly<Record<string, string>> = {}) => {
    problems.push(problem(code, { element, ...more }, line))
  }
  /** Returns the only element at a path; null if there is none. An element that occurs twice is a problem. */
  const one = (...path: readonly string[]): Node | null => {
    let found = node
    for (const name of path) {
      const [first = null, second] = childrenOf(found, name)
      if (second) wrong('element-twice', name)
      found = first
    }
    return found
  }
  /** Returns the text at a path; an empty text if there is none. */
  const text = (...path: readonly string[]): string => textOf(one(...path)).slice(0, LONGEST_TEXT)
  /** Returns the text at a path, which must exist and must not be empty. */
  const demanded = (...path: readonly string[]): string => {
    const found = text(...path)
    if (found === '') wrong('element-missing', path.at(-1) ?? '')
    return found
  }
  /** Returns a number at a path, scaled; null if there is none. More decimals than `places` are a problem unless they are rounded. */
  const scaled = (path: readonly string[], places: number, limit: number, rounded: boolean): number | null => {
    const written = text(...path)
    if (written === '') return null
    const value = rounded ? roundDecimal(written, places) : scaleDecimal(written, places)
    if (value !== null && Math.abs(value) <= limit) return value
    wrong('element-number', path.at(-1) ?? '', { text: written })
    return null
  }
  return {
    one,
    text,
    demanded,
    wrong,
    amount: (...path: readonly string[]) => scaled(path, PLACES.cents, LIMITS.cents, false),
    quantity: (...path: readonly string[]) => scaled(path, PLACES.quantity, LIMITS.quantity, true),
    price: (...path: readonly string[]) => scaled(path, PLACES.unitPrice, LIMITS.unitPrice, true),
    percent: (...path: readonly string[]) => scaled(path, PLACES.rate, LIMITS.rate, false),
    day: (...path: readonly string[]): Day | null => {
      const written = demanded(...path).slice(0, 10)
      if (isDay(written)) return written
      if (written !== '') wrong('element-day', path.at(-1) ?? '', { text: written })
      return null
    },
  }
}
