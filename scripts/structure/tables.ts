/**
 * Checks which feature writes which table: the one whose server/tables.ts says `export const owns = ['orders', …] as
 * const`.
 */
import { type Finding, featureOf, isTest, type Sources, type Syntax, textsOf, walkFile } from './sources.ts'

const WRITES =
  /(?<!\bfor\s+(?:no\s+key\s+)?)(?<!\bdo\s+)\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?|merge\s+into)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)"?/gi
const NO_TABLE = new Set(['set', 'of', 'nowait', 'skip'])

/** Returns the tables that an SQL text writes. */
export const tablesWritten = (text: string): string[] =>
  [...text.replace(/--.*$/gm, '').matchAll(WRITES)]
    .map((match) => (match[1] ?? '').toLowerCase())
    .filter((name) => !NO_TABLE.has(name))

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

function ownedBy(sources: Sources, file: string): string[] {
  let owned: string[] = []
  walkFile(sources, file, (node) => {
    if (node.type !== 'VariableDeclarator' || (node.id as Syntax).name !== 'owns') return
    const value = node.init as Syntax
    const list = (value.type === 'TSAsExpression' ? value.expression : value) as Syntax
    if (list.type === 'ArrayExpression') owned = (list.elements as unknown[]).flatMap(textsOf)
  })
  return owned
}

/** Checks that a feature writes only its own tables, that no table has two owners, and that owned tables exist. */
export function checkTables(sources: Sources): Finding[] {
  const findings: Finding[] = []
  const owners = new Map<string, string>()
  const schema = sources.files
    .filter((file) => /^db\/migrations\/.*\.sql$/.test(file))
    .map((file) => sources.read(file))
    .join('\n')
  const created = new Set(
    [...schema.matchAll(/create\s+table\s+(?:if\s+not\s+exists\s+)?"?([a-z_0-9]+)"?/gi)].map((match) => match[1]),
  )

  for (const file of sources.files.filter((path) => /^features\/[^/]+\/server\/tables\.ts$/.test(path))) {
    const feature = featureOf(file) ?? ''
    for (const table of ownedBy(sources, file)) {
      const other = owners.get(table)
      if (other) findings.push({ file, says: `owns the table ${table}, which ${other} owns` })
      owners.set(table, feature)
      if (!created.has(table)) findings.push({ file, says: `owns the table ${table}, which no migration creates` })
    }
  }
  for (const file of sources.files.filter((path) => /^features\/[^/]+\/server\/.+\.ts$/.test(path) && !isTest(path))) {
    const feature = featureOf(file)
    for (const table of new Set(sqlTexts(sources, file).flatMap(tablesWritten))) {
      if (owners.get(table) === feature) continue
      const owner = owners.get(table)
      findings.push({
        file,
        says: `writes the table ${table}, which ${owner ? `the feature ${owner} owns` : 'no server/tables.ts names in `owns`'}`,
      })
    }
  }
  return findings
}
