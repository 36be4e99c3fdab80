/** Checks that db/columns.txt describes each column of the tables that a backup contains, and no other. */
import type { Finding, Sources } from './sources.ts'

const SCHEMA = 'db/schema.sql'
const LIST = 'features/backup/server/contents/table-list.ts'
const GUIDE = 'db/columns.txt'
const CONTAINED = /export const CONTAINED = \[([^\]]*)\]/
const NAME = /'([a-z_0-9]+)'/g
const CREATED = /^create table ([a-z_0-9]+) \(\n([^]*?)\n\);$/gm
const COLUMN = /^ {2}([a-z_0-9]+) [a-z]/gm
/** Matches a line of the guide with a sentence: "orders.name: The name." */
const DESCRIBED = /^([a-z_0-9.]+): .+\.$/gm

/** Reports columns without a sentence, and rows of the guide without a column. */
export function checkColumnGuide(sources: Sources): Finding[] {
  const read = (file: string): string => (sources.files.includes(file) ? sources.read(file) : '')
  const guide = read(GUIDE)
  if (guide === '') return []
  const listed = CONTAINED.exec(read(LIST))?.[1] ?? ''
  const contained = new Set([...listed.matchAll(NAME)].map(([, name]) => name))
  const columns = [...read(SCHEMA).matchAll(CREATED)]
    .filter(([, table]) => contained.has(table))
    .flatMap(([, table, body = '']) => [...body.matchAll(COLUMN)].map(([, name = '']) => ({ table, name })))
  const described = [...guide.matchAll(DESCRIBED)].map(([, name = '']) => name)
  const used = new Set(
    columns.map(({ table, name }) => (described.includes(`${table}.${name}`) ? `${table}.${name}` : name)),
  )
  return [
    ...columns
      .filter(({ table, name }) => !described.includes(`${table}.${name}`) && !described.includes(name))
      .map(({ table, name }) => ({
        file: GUIDE,
        says: `has no sentence about ${table}.${name}, which ${SCHEMA} contains`,
      })),
    ...described
      .filter((name) => !used.has(name))
      .map((name) => ({ file: GUIDE, says: `describes ${name}, which no table has` })),
    ...described
      .filter((name, index) => described.indexOf(name) !== index)
      .map((name) => ({ file: GUIDE, says: `describes ${name} twice` })),
  ]
}
