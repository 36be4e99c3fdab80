/** What a run of tests saw of the values that statements read. It is plain JSON, because several processes write it to files. */

/** A kind of value. What a statement returns as a number, a text or a moment is told by the readers of the database. */
export type Kind = 'null' | 'boolean' | 'number' | 'string' | 'bytes' | 'array' | 'object'

export type Seen = {
  readonly kinds: Kind[]
  /** Some of the short texts among the values. */
  readonly texts: string[]
  /** What the lists among the values contain; null if there was none. */
  items: Seen | null
  /** The fields of the objects among the values; null if there was none. `missing` if an object lacked the field. */
  fields: Record<string, { readonly seen: Seen; missing: boolean }> | null
}

/** A column with states has fewer. Other texts need not be remembered. */
const MOST_TEXTS = 40
const LONGEST_TEXT = 40
/** An object whose keys are ids may have any number of fields. */
const MOST_FIELDS = 200

export const nothingSeen = (): Seen => ({ kinds: [], texts: [], items: null, fields: null })

export function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string')
    return typeof value as 'boolean' | 'number' | 'string'
  if (value instanceof Uint8Array) return 'bytes'
  return Array.isArray(value) ? 'array' : 'object'
}

export function addKind(seen: Seen, kind: Kind): void {
  if (!seen.kinds.includes(kind)) seen.kinds.push(kind)
}

/** Adds a value with all that it contains. */
export function addValue(seen: Seen, value: unknown): void {
  const kind = kindOf(value)
  addKind(seen, kind)
  if (kind === 'string') addText(seen, value as string)
  if (kind === 'array') {
    seen.items ??= nothingSeen()
    for (const item of value as readonly unknown[]) addValue(seen.items, item)
  }
  if (kind === 'object') {
    const entries = Object.entries(value as object)
    const fields = addFields(
      seen,
      entries.map(([name]) => name),
    )
    for (const [name, part] of entries) if (fields[name]) addValue(fields[name].seen, part)
  }
}

function addText({ texts }: Seen, text: string): void {
  if (texts.length < MOST_TEXTS && text.length <= LONGEST_TEXT && !texts.includes(text)) texts.push(text)
}

/** Adds an object with fields of these names, and returns all fields that are known. */
export function addFields(seen: Seen, names: readonly string[]): NonNullable<Seen['fields']> {
  const isFirst = seen.fields === null
  // a field may have the name of something that every object has
  const fields: NonNullable<Seen['fields']> = (seen.fields ??= Object.create(null))
  const known = Object.keys(fields)
  for (const name of names)
    if (!(name in fields) && known.length < MOST_FIELDS) fields[name] = { seen: nothingSeen(), missing: !isFirst }
  if (names.length < known.length || known.some((name) => !names.includes(name)))
    for (const name of known) if (!names.includes(name)) (fields[name] as { missing: boolean }).missing = true
  return fields
}
