/** Checks that each table of db/schema.sql is in a backup or excused with a reason, and that the page names those in a backup. */
import { parseTexts } from '#server/texts/table.ts'
import { fileOfFeature } from '#server/texts/text-book.ts'
import type { Finding, Sources } from './sources.ts'

const SCHEMA = 'db/schema.sql'
const LIST = 'features/backup/server/contents/table-list.ts'
const TEXTS = fileOfFeature('backup')
const CREATED = /^create table ([a-z_0-9]+)/gm
/** Matches the array of the tables that a backup contains, and the object of the others. */
const CONTAINED = /export const CONTAINED = \[([^\]]*)\]/
const EXCUSED = /export const EXCUSED = \{([^}]*)\}/
const NAME = /'([a-z_0-9]+)'/g
/** Matches an excused table with a sentence as its reason. */
const WITH_REASON = /^ {2}([a-z_0-9]+):\s*['"].+\.['"],$/gm

const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name)

/** Reports tables of a backup that the page would show by the name that the database has for them. */
function withoutText(read: (file: string) => string, contained: readonly string[]): Finding[] {
  const texts = read(TEXTS)
  if (texts === '') return []
  const keys = new Set(parseTexts(texts).map(({ key }) => key))
  return contained
    .filter((name) => !keys.has(`table.${name}`))
    .map((name) => ({ file: TEXTS, says: `has no text table.${name}, which the page shows when it compares a backup` }))
}

/** Reports tables in neither list or in both, and names without a table. */
export function checkBackup(sources: Sources): Finding[] {
  const read = (file: string): string => (sources.files.includes(file) ? sources.read(file) : '')
  const tables = namesIn(read(SCHEMA), CREATED)
  const list = read(LIST)
  if (tables.length === 0 || list === '') return []
  const contained = namesIn(CONTAINED.exec(list)?.[1] ?? '', NAME)
  const named = [...contained, ...namesIn(EXCUSED.exec(list)?.[1] ?? '', WITH_REASON)]
  return [
    ...withoutText(read, contained),
    ...tables
      .filter((table) => !named.includes(table))
      .map((table) => ({
        file: LIST,
        says: `names ${table} neither as contained nor with a reason, so no backup has it`,
      })),
    ...named
      .filter((name, index) => named.indexOf(name) !== index)
      .map((name) => ({ file: LIST, says: `names ${name} twice` })),
    ...named
      .filter((name) => !tables.includes(name))
      .map((name) => ({ file: LIST, says: `names ${name}, which ${SCHEMA} does not contain` })),
  ]
}
