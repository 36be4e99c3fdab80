/** Checks that docs/rulings.md explains every ruling that the product cites, and no other. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding, Sources } from './sources.ts'

const ENTRIES = 'docs/rulings.md'
const CITATION = /\bC-\d{2,3}\b/g
const ENTRY = /^- \*\*(C-\d{2,3})\*\* .+$/gm

/** Returns the texts that may cite rulings by their paths: those of the rooms, and the documents beside them. */
function textsOf(sources: Sources): Map<string, string> {
  const texts = sources.files.filter((file) => /\.(tsx?|mjs|css|sql|md)$/.test(file) && file !== ENTRIES)
  const documents = globSync('*.md', { cwd: sources.root })
  return new Map([
    ...texts.map((file): [string, string] => [file, sources.read(file)]),
    ...documents.map((file): [string, string] => [file, readFileSync(join(sources.root, file), 'utf8')]),
  ])
}

/** Reports citations without an entry, entries without a citation, and rulings with two entries. */
export function checkRulings(sources: Sources): Finding[] {
  const file = join(sources.root, ENTRIES)
  const listed = existsSync(file)
    ? [...readFileSync(file, 'utf8').matchAll(ENTRY)].map(([, ruling = '']) => ruling)
    : []
  const findings: Finding[] = []
  const cited = new Set<string>()
  for (const [path, text] of textsOf(sources)) {
    for (const ruling of new Set(text.match(CITATION) ?? [])) {
      cited.add(ruling)
      if (!listed.includes(ruling))
        findings.push({ file: path, says: `cites ${ruling}, which ${ENTRIES} does not explain` })
    }
  }
  for (const [index, ruling] of listed.entries()) {
    if (!cited.has(ruling)) findings.push({ file: ENTRIES, says: `explains ${ruling}, which nothing cites` })
    if (listed.indexOf(ruling) !== index) findings.push({ file: ENTRIES, says: `explains ${ruling} twice` })
  }
  return findings
}
