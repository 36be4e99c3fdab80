/** Checks that db/README.md describes each table and view of db/schema.sql, and no other. */
import type { Finding, Sources } from './sources.ts'

const SCHEMA = 'db/schema.sql'
const GUIDE = 'db/README.md'
const CREATED = /^create (?:table|view) ([a-z_0-9]+)/gm
/** Matches a line of the guide with a sentence: "- `orders`: An order." */
const DESCRIBED = /^- `([a-z_0-9]+)`: .+\.$/gm

const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name)

/** Reports tables and views without a sentence, and rows of the guide without a table. */
export function checkTableGuide(sources: Sources): Finding[] {
  const read = (file: string): string => (sources.files.includes(file) ? sources.read(file) : '')
  const created = namesIn(read(SCHEMA), CREATED)
  const described = namesIn(read(GUIDE), DESCRIBED)
  return [
    ...created
      .filter((name) => !described.includes(name))
      .map((name) => ({ file: GUIDE, says: `has no sentence about ${name}, which ${SCHEMA} contains` })),
    ...described
      .filter((name) => !created.includes(name))
      .map((name) => ({ file: GUIDE, says: `describes ${name}, which ${SCHEMA} does not contain` })),
  ]
}
