/** Finds by the TypeScript compiler each call that reads rows, and describes the type of its rows. */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  API,
  type Checker,
  type Project,
  type Symbol as Property,
  SymbolFlags,
  type Type,
  TypeFlags,
  type TypeReference,
} from 'typescript-compiler/unstable/sync'
import type { Node } from 'typescript-compiler/unstable/ast'
import { isCallExpression, isPropertyAccessExpression } from 'typescript-compiler/unstable/ast/is'
import type { Kind } from '#testing/rows/seen.ts'
import { isTest } from '../structure/sources.ts'

/** What a type allows. `unknown` allows everything. */
export type Shape = {
  readonly kinds: ReadonlySet<Kind | 'unknown'>
  /** The texts that are allowed; null if all are. */
  readonly texts: ReadonlySet<string> | null
  readonly items: Shape | null
  readonly fields: ReadonlyMap<string, { readonly shape: Shape; readonly isOptional: boolean }>
  /** The values of fields that have no name in the type; null if there are none. */
  readonly rest: Shape | null
}

/** A call that reads rows. */
export type Statement = {
  readonly file: string
  readonly line: number
  /** Null in a generic function, which leaves the type of the rows to its callers. */
  readonly row: Shape | null
  /** True if the call itself names the type. A generic call without it only passes a statement on. */
  readonly isNamed: boolean
}

const READERS = ['many', 'one', 'maybe']
const READS = /\.(?:many|one|maybe)\b/
const PRODUCT = /^(?:features|server|accounts|app|db|simulators)\//

/** Returns the calls of the product that read rows, by `file:line:column`, and ends the compiler. `config` names the files. */
export function declaredRows(root: string, config = 'tsconfig.server.json'): Map<string, Statement> {
  const compiler = new API({ cwd: root })
  try {
    const path = join(root, config)
    const project = compiler.updateSnapshot({ openProjects: [path] }).getProject(path)
    if (!project) throw new Error(`The compiler does not know ${path}`)
    const shapes = new Shapes(project.checker)
    const files = project.program.getSourceFileNames().map((file) => relative(root, file).replaceAll('\\', '/'))
    const chosen = files.filter((file) => PRODUCT.test(file) && !isTest(file))
    return new Map(chosen.flatMap((file) => [...statementsIn(root, file, project, shapes)]))
  } finally {
    compiler.close()
  }
}

function statementsIn(
  root: string,
  file: string,
  { program, checker }: Project,
  shapes: Shapes,
): Map<string, Statement> {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  const tree = READS.test(text) ? program.getSourceFile(path) : undefined
  const found = new Map<string, Statement>()
  const calls = tree ? callsIn(tree) : []
  if (calls.length === 0) return found
  const types = checker.getTypeAtLocation(calls.map(({ node }) => node))
  for (const [place, { reader, end, isNamed }] of calls.entries()) {
    const [result] = argumentsOf(checker, types[place], 'Promise')
    // another function with the same name
    if (!result) continue
    const before = text.slice(0, end - reader.length).split('\n')
    const [line, column] = [before.length, (before.at(-1) ?? '').length + 1]
    const rows = reader === 'many' ? argumentsOf(checker, result, 'Array') : membersOf(result).filter(isNotNull)
    const row = rows.some(isGeneric) ? null : shapes.of(rows)
    found.set(`${file}:${line}:${column}`, { file, line, row, isNamed })
  }
  return found
}

type Call = { readonly node: Node; readonly reader: string; readonly end: number; readonly isNamed: boolean }

function callsIn(tree: Node): Call[] {
  const calls: Call[] = []
  const visit = (node: Node): void => {
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
      const { name } = node.expression
      if (READERS.includes(name.text))
        calls.push({ node, reader: name.text, end: name.end, isNamed: node.typeArguments !== undefined })
    }
    node.forEachChild(visit)
  }
  visit(tree)
  return calls
}

/** Returns the types of a union; those of another type are the type itself. */
const membersOf = (type: Type): readonly Type[] => (type.isUnionType() ? (type.getTypes() ?? []) : [type])

const isGeneric = (type: Type): boolean =>
  type.isTypeParameter() || (type.isIntersectionType() && (type.getTypes() ?? []).some(isGeneric))

const isNotNull = ({ flags }: Type): boolean => (flags & TypeFlags.Null) === 0

/** Returns the arguments of a generic type with this name; an empty list if it is another type. */
const argumentsOf = (checker: Checker, type: Type | undefined, name: string): readonly Type[] =>
  type?.isTypeReference() && type.getSymbol()?.name === name ? checker.getTypeArguments(type) : []

const PRIMITIVES = [
  [TypeFlags.Null, 'null'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.StringLike, 'string'],
] as const

const PRIMITIVE = PRIMITIVES.reduce((flags, [flag]) => flags | flag, 0)
const ANYTHING = TypeFlags.Any | TypeFlags.Unknown | TypeFlags.NonPrimitive
const CONSTRAINED = TypeFlags.TypeParameter | TypeFlags.IndexedAccess | TypeFlags.Conditional | TypeFlags.Substitution

/** Describes types, each once. */
class Shapes {
  readonly #checker: Checker
  readonly #known = new Map<string, Shape>()

  constructor(checker: Checker) {
    this.#checker = checker
  }

  /** Returns the types that a value of this type may have. */
  partsOf(type: Type): readonly Type[] {
    if (type.isUnionType()) return (type.getTypes() ?? []).flatMap((part) => this.partsOf(part))
    if (type.isIntersectionType()) {
      // an amount is a number with a mark, which exists only in the type
      const primitive = type.getTypes()?.find(({ flags }) => flags & PRIMITIVE)
      return [primitive ?? type]
    }
    if (type.flags & CONSTRAINED) {
      const constraint = this.#checker.getBaseConstraintOfType(type)
      return constraint && constraint.id !== type.id ? this.partsOf(constraint) : [type]
    }
    return [type]
  }

  /** Describes the values that have one of these types. */
  of(types: readonly Type[]): Shape {
    const parts = [...new Map(types.flatMap((type) => this.partsOf(type)).map((part) => [part.id, part])).values()]
    const key = parts.map(({ id }) => id).join()
    const known = this.#known.get(key)
    if (known) return known
    const kinds = new Set<Kind | 'unknown'>()
    const fields = new Map<string, { readonly shape: Shape; readonly isOptional: boolean }>()
    const shape = { kinds, texts: textsOf(parts), items: null as Shape | null, fields, rest: null as Shape | null }
    // written before it is complete, because a type may contain itself
    this.#known.set(key, shape)
    const lists = parts.filter(
      (part) => part.isTypeReference() && this.#checker.isArrayLikeType(part),
    ) as TypeReference[]
    const objects = parts.filter(
      (part) => part.isObjectType() && !lists.includes(part as TypeReference) && !isBytes(part),
    )
    for (const part of parts) {
      const primitive = PRIMITIVES.find(([flag]) => part.flags & flag)?.[1]
      if (primitive) kinds.add(primitive)
      else if (isBytes(part)) kinds.add('bytes')
      else if (lists.includes(part as TypeReference)) kinds.add('array')
      else if (part.isObjectType() || part.isIntersectionType()) kinds.add('object')
      else if (part.flags & ANYTHING || part.flags & CONSTRAINED) kinds.add('unknown')
    }
    const records = [...objects, ...parts.filter((part) => part.isIntersectionType())]
    if (lists.length > 0) shape.items = this.of(lists.flatMap((list) => this.#checker.getTypeArguments(list)))
    const rest = records.flatMap((record) =>
      this.#checker.getIndexInfosOfType(record).map(({ valueType }) => valueType),
    )
    if (rest.length > 0) shape.rest = this.of(rest)
    for (const [name, { types: ofField, isOptional, count }] of this.#fieldsOf(records))
      fields.set(name, { shape: this.of(ofField), isOptional: isOptional || count < records.length })
    // `{}` says nothing about its values
    if (records.length > 0 && fields.size === 0 && rest.length === 0) kinds.add('unknown')
    return shape
  }

  #fieldsOf(records: readonly Type[]): Map<string, { types: Type[]; isOptional: boolean; count: number }> {
    const fields = new Map<string, { types: Type[]; isOptional: boolean; count: number }>()
    for (const record of records) {
      const properties: readonly Property[] = this.#checker.getPropertiesOfType(record)
      const types = properties.length === 0 ? [] : this.#checker.getTypeOfSymbol(properties)
      for (const [place, { name, flags }] of properties.entries()) {
        const field = fields.get(name) ?? { types: [], isOptional: false, count: 0 }
        fields.set(name, field)
        const type = types[place]
        if (type) field.types.push(type)
        field.isOptional ||= (flags & SymbolFlags.Optional) !== 0
        field.count += 1
      }
    }
    return fields
  }
}

const isBytes = (type: Type): boolean =>
  type.isObjectType() && ['Uint8Array', 'Buffer'].includes(type.getSymbol()?.name ?? '')

function textsOf(parts: readonly Type[]): ReadonlySet<string> | null {
  const texts = parts.filter(({ flags }) => flags & TypeFlags.StringLike)
  const literals = texts.filter((part) => part.isStringLiteralType())
  return literals.length === texts.length ? new Set(literals.map(({ value }) => String(value))) : null
}
