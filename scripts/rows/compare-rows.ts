/** Compares what statements returned while tests ran with the types that their readers declare. */
import type { SeenRows } from '#testing/rows/seen-rows.ts'
import type { Seen } from '#testing/rows/seen.ts'
import type { Shape, Statement } from './declared-rows.ts'

export type Compared = {
  /** The statements of the product that were compared, as `file:line:column`. */
  readonly read: ReadonlySet<string>
  /** The statements that no test has run. */
  readonly unread: readonly Statement[]
  readonly faults: readonly string[]
}

/** Compares what several processes saw with the declared types. */
export function compareRows(declared: ReadonlyMap<string, Statement>, seen: readonly SeenRows[]): Compared {
  const read = new Set<string>()
  const faults = new Set<string>()
  for (const { file, line, row, isNamed } of declared.values())
    if (row === null && isNamed) faults.add(`${file}:${line} reads rows whose type only its callers know`)
  for (const [call, rows] of seen.flatMap((process) => Object.entries(process))) {
    const statement = declared.get(call)
    if (!statement?.row) continue
    read.add(call)
    for (const fault of faultsIn(statement.row, rows, 'row')) faults.add(`${statement.file}:${statement.line} ${fault}`)
  }
  const unread = [...declared].filter(([call, { row }]) => row && !allowsAnything(row) && !read.has(call))
  return { read, unread: unread.map(([, statement]) => statement), faults: [...faults].toSorted() }
}

const allowsAnything = ({ kinds }: Shape): boolean => kinds.has('unknown')

/** Returns where values differ from their type; `path` leads to them. */
export function faultsIn(shape: Shape, seen: Seen, path: string): string[] {
  if (allowsAnything(shape)) return []
  const { texts, items, rest } = shape
  const allowed = [...shape.kinds].join(' or ')
  const kinds = seen.kinds.filter((kind) => !shape.kinds.has(kind))
  const words = texts && shape.kinds.has('string') ? seen.texts.filter((text) => !texts.has(text)) : []
  return [
    ...kinds.map((kind) => `${path} is ${kind}, and its type says ${allowed}`),
    ...words.map((text) => `${path} is '${text}', which its type does not name`),
    ...(items && seen.items ? faultsIn(items, seen.items, `${path}[]`) : []),
    ...(seen.fields && shape.kinds.has('object') ? faultsInFields(shape, seen.fields, path) : []),
    ...(rest && seen.fields
      ? Object.entries(seen.fields)
          .filter(([name]) => !shape.fields.has(name))
          .flatMap(([name, field]) => faultsIn(rest, field.seen, `${path}.${name}`))
      : []),
  ]
}

function faultsInFields({ fields, rest }: Shape, seen: NonNullable<Seen['fields']>, path: string): string[] {
  const found = Object.entries(seen).flatMap(([name, { seen: values, missing }]) => {
    const field = fields.get(name)
    if (!field) return rest ? [] : [`${path}.${name} is read from the database, and the type does not name it`]
    const absent = missing && !field.isOptional ? [`${path}.${name} is sometimes missing`] : []
    return [...absent, ...faultsIn(field.shape, values, `${path}.${name}`)]
  })
  const absent = [...fields].filter(([name, { isOptional }]) => !isOptional && !(name in seen))
  return [...found, ...absent.map(([name]) => `${path}.${name} is missing`)]
}
