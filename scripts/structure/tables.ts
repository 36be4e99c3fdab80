/**
 * Checks which feature writes and which features read a table. A feature declares both in its server/tables.ts.
 *
 * `export const owns = ['orders', …] as const` names the tables that only this feature writes. `export const reads =
 * ['customers', …] as const` names the tables of other features that its SQL reads. They belong to lower layers.
 * `export const slots = ['incoming_goods'] as const` names the views that features of higher layers fill: the feature reads the view, and
 * its columns are all that it knows of the tables behind it.
 */
import { LAYERS } from '../layers.ts'
import { type Finding, featureOf, isTest, type Sources, type Syntax, textsOf, walkFile } from './sources.ts'

const WRITES =
  /(?<!\bfor\s+(?:no\s+key\s+)?)(?<!\bdo\s+)\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?|merge\s+into)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)"?/gi
const NO_TABLE = new Set(['set', 'of', 'nowait', 'skip'])

/** Returns a text of SQL without comments and the name of the schema. */
const withoutComments = (text: string): string => text.replace(/--.*$/gm, '').replaceAll('public.', '')

/** Returns the tables that an SQL text writes. */
export const tablesWritten = (text: string): string[] =>
  [...withoutComments(text).matchAll(WRITES)]
    .map((match) => (match[1] ?? '').toLowerCase())
    .filter((name) => !NO_TABLE.has(name))

/** A table and perhaps its alias. The word after `from a join b` is none. */
const NAME = '(?:only\\s+|lateral\\s+)?"?[a-z_][a-z0-9_]*"?(?:\\s+(?:as\\s+)?(?!join\\b)[a-z_][a-z0-9_]*)?'
/** Matches `from a x, b y`, `join a x` and `using a x` with the whole list of tables. */
const READS = new RegExp(`(?<!\\bdelete\\s+)\\b(?:from|join|using)\\s+(${NAME}(?:\\s*,\\s*${NAME})*)`, 'gi')
/** Matches a part of a statement that starts with its table: `orders o`, `orders o join customers c on …`. */
const STARTS = new RegExp(`^\\s*(${NAME})\\s*(?:$|(?:left|inner|cross|full)?\\s*join\\b)`, 'i')
/** Matches the name of a common table expression, `with recent as (…)`. It is no table in this statement. */
const NAMED =
  /(?:\bwith(?:\s+recursive)?|,)\s+([a-z_][a-z0-9_]*)(?:\s*\([^()]*\))?\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/gi

/** Returns the known tables that an SQL text reads. */
export function tablesRead(text: string, known: ReadonlySet<string>): string[] {
  const statement = withoutComments(text)
  const named = new Set([...statement.matchAll(NAMED)].map((match) => (match[1] ?? '').toLowerCase()))
  const lists = [...statement.matchAll(READS)].map((match) => match[1] ?? '')
  return [...lists, STARTS.exec(statement)?.[1] ?? '']
    .flatMap((list) => list.split(','))
    .map((item) => /^\s*(?:only\s+|lateral\s+)?"?([a-z_][a-z0-9_]*)/i.exec(item)?.[1]?.toLowerCase() ?? '')
    .filter((name) => known.has(name) && !named.has(name))
}

/** Returns the SQL texts of a file: those tagged `sql`. */
function sqlTexts(sources: Sources, file: string): string[] {
  const texts: string[] = []
  walkFile(sources, file, (node) => {
    if (node.type !== 'TaggedTemplateExpression' || (node.tag as Syntax).name !== 'sql') return
    const quasis = (node.quasi as Syntax).quasis as { value: { raw: string } }[]
    texts.push(quasis.map((quasi) => quasi.value.raw).join(' ? '))
  })
  return texts
}

type List = 'owns' | 'reads' | 'slots'

/** Returns the tables or views that a file names in one of its lists. */
function listed(sources: Sources, file: string, list: List): string[] {
  let names: string[] = []
  walkFile(sources, file, (node) => {
    if (node.type !== 'VariableDeclarator' || (node.id as Syntax).name !== list) return
    const value = node.init as Syntax
    const array = (value.type === 'TSAsExpression' ? value.expression : value) as Syntax
    if (array.type === 'ArrayExpression') names = (array.elements as unknown[]).flatMap(textsOf)
  })
  return names
}

const isServerFile = (file: string): boolean =>
  /^(accounts|features\/[^/]+)\/server\/.+\.ts$/.test(file) && !isTest(file)
/** Returns the feature that answers for the SQL of a file. The lower part of users is accounts/, which pages and the start also use. */
const ownerOf = (file: string): string => (file.startsWith('accounts/') ? 'users' : (featureOf(file) ?? ''))
/** Reports whether a file contains samples, which prepare records for tests and may read any table. */
const isSample = (file: string): boolean => file.endsWith('/server/samples.ts')
const tablesFileOf = (feature: string): string => `features/${feature}/server/tables.ts`

/** Returns the text of all migrations. */
const migrationsOf = (sources: Sources): string =>
  sources.files
    .filter((file) => /^db\/migrations\/.*\.sql$/.test(file))
    .map((file) => sources.read(file))
    .join('\n')

/** Returns the tables that the migrations create, and the names that they give to tables later. */
function tablesCreated(sources: Sources): ReadonlySet<string> {
  return new Set(
    [
      ...migrationsOf(sources).matchAll(
        /(?:create\s+table\s+(?:if\s+not\s+exists\s+)?|alter\s+table\s+[a-z_0-9]+\s+rename\s+to\s+)"?([a-z_0-9]+)"?/gi,
      ),
    ].map((match) => match[1] ?? ''),
  )
}

const VIEWS = /create\s+(?:or\s+replace\s+)?view\s+([a-z_0-9]+)\s+as\s([^;]*)/gi

/** Returns the views that the migrations create. */
const viewsCreated = (sources: Sources): ReadonlySet<string> =>
  new Set([...withoutComments(migrationsOf(sources)).matchAll(VIEWS)].map(([, name = '']) => name))

/**
 * Returns the tables behind each table and view that a statement can name: for a view all tables that it reads, and for one of `slots` only
 * itself.
 */
function tablesBehind(sources: Sources, slots: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const behind = new Map<string, readonly string[]>([...tablesCreated(sources)].map((table) => [table, [table]]))
  for (const [, name = '', body = ''] of withoutComments(migrationsOf(sources)).matchAll(VIEWS)) {
    const read = tablesRead(body, new Set(behind.keys())).flatMap((source) => behind.get(source) ?? [])
    behind.set(name, slots.has(name) ? [name] : [...new Set(read)])
  }
  return behind
}

type Owned = {
  readonly owners: ReadonlyMap<string, string>
  readonly slots: ReadonlySet<string>
  readonly findings: Finding[]
}

/** Returns the owner of each table and slot, and what is wrong with the lists of the features. */
function readOwners(sources: Sources, files: readonly string[]): Owned {
  const findings: Finding[] = []
  const owners = new Map<string, string>()
  const slots = new Set<string>()
  const created = tablesCreated(sources)
  const views = viewsCreated(sources)
  const own = (file: string, name: string): void => {
    const other = owners.get(name)
    if (other) findings.push({ file, says: `owns the table ${name}, which ${other} owns` })
    owners.set(name, featureOf(file) ?? '')
  }
  for (const file of files.filter((path) => path === tablesFileOf(featureOf(path) ?? ''))) {
    for (const table of listed(sources, file, 'owns')) {
      own(file, table)
      if (!created.has(table)) findings.push({ file, says: `owns the table ${table}, which no migration creates` })
    }
    for (const view of listed(sources, file, 'slots')) {
      own(file, view)
      slots.add(view)
      if (!views.has(view)) findings.push({ file, says: `names the slot ${view}, which is no view of a migration` })
    }
  }
  return { owners, slots, findings }
}

/** Checks that a feature writes only its own tables, that no table has two owners, and that owned tables exist. */
export function checkTables(sources: Sources): Finding[] {
  const files = sources.files.filter(isServerFile)
  const { owners, slots, findings } = readOwners(sources, files)
  for (const file of files) {
    const feature = ownerOf(file)
    for (const table of new Set(sqlTexts(sources, file).flatMap(tablesWritten))) {
      if (owners.get(table) === feature) continue
      const owner = owners.get(table)
      findings.push({
        file,
        says: `writes the table ${table}, which ${owner ? `the feature ${owner} owns` : 'no server/tables.ts names in `owns`'}`,
      })
    }
  }
  return [...findings, ...checkReaders(sources, files, owners, slots), ...checkStairs(sources, owners)]
}

/** Checks that `reads` of a feature names exactly the tables of other features that its SQL reads. */
function checkReaders(
  sources: Sources,
  files: readonly string[],
  owners: ReadonlyMap<string, string>,
  slots: ReadonlySet<string>,
): Finding[] {
  const findings: Finding[] = []
  const behind = tablesBehind(sources, slots)
  const known = new Set(behind.keys())
  for (const feature of new Set(files.map(ownerOf))) {
    const tablesFile = tablesFileOf(feature)
    const declared = new Set(sources.files.includes(tablesFile) ? listed(sources, tablesFile, 'reads') : [])
    const read = new Set<string>()
    for (const file of files.filter((path) => ownerOf(path) === feature && !isSample(path))) {
      const named = sqlTexts(sources, file).flatMap((text) => tablesRead(text, known))
      for (const table of new Set(named.flatMap((name) => behind.get(name) ?? []))) {
        if (owners.get(table) === feature) continue
        read.add(table)
        if (!declared.has(table))
          findings.push({ file, says: `reads the table ${table}, which ${tablesFile} does not name in \`reads\`` })
      }
    }
    for (const table of declared) {
      if (!read.has(table))
        findings.push({
          file: tablesFile,
          says: `names the table ${table} in \`reads\`, but no SQL of ${feature} reads it`,
        })
    }
  }
  return findings
}

const layerOf = (feature: string): number => LAYERS.findIndex((layer) => layer.includes(feature))

/** Checks that no feature reads a table of a higher layer. */
function checkStairs(sources: Sources, owners: ReadonlyMap<string, string>): Finding[] {
  const findings: Finding[] = []
  for (const file of sources.files.filter((path) => path === tablesFileOf(featureOf(path) ?? ''))) {
    for (const table of listed(sources, file, 'reads')) {
      const owner = owners.get(table)
      if (owner === undefined || layerOf(owner) <= layerOf(featureOf(file) ?? '')) continue
      findings.push({
        file,
        says: `reads the table ${table} of the higher feature ${owner}. Move the read there, or let ${owner} add its part by a declaration`,
      })
    }
  }
  return findings
}

/** Returns each table with the feature that owns it and the features that read it besides. */
export function readersOfTables(sources: Sources): { table: string; owner: string; readers: string[] }[] {
  const files = sources.files.filter((file) => file === tablesFileOf(featureOf(file) ?? ''))
  const naming = (list: List, table: string): string[] =>
    files.filter((file) => listed(sources, file, list).includes(table)).map((file) => featureOf(file) ?? '')
  const slots = files.flatMap((file) => listed(sources, file, 'slots'))
  return [...tablesCreated(sources), ...slots].toSorted().map((table) => ({
    table,
    owner: [...naming('owns', table), ...naming('slots', table)][0] ?? 'frame',
    readers: naming('reads', table),
  }))
}
