/** Holds the structure of the product: names of files, lengths, texts in all languages, owners of tables. */
import { dirname } from 'node:path'
import { LANGUAGES } from '#kernel/languages.ts'
import { checkLocales, type Language } from './structure/locales.ts'
import { type Finding, openSources } from './structure/sources.ts'
import { checkTables } from './structure/tables.ts'
import { checkLengths, checkVocabulary } from './structure/vocabulary.ts'

/** Everything below `root` that breaks the structure; texts are asked for in `languages`. */
export function findStructureFaults(root: string, languages: readonly Language[]): Finding[] {
  const sources = openSources(root)
  return [
    ...checkVocabulary(sources),
    ...checkLengths(sources),
    ...checkTables(sources),
    ...checkLocales(sources, languages),
  ]
}

// `--languages=eng,gr` looks at those alone, while the texts are being written
const given = process.argv.find((argument) => argument.startsWith('--languages='))?.slice('--languages='.length)
const asked = (given ?? process.env.CHECK_LANGUAGES ?? LANGUAGES.map(({ code }) => code).join(',')).split(
  ',',
) as Language[]

if (import.meta.main) {
  const findings = findStructureFaults(dirname(import.meta.dirname), asked)
  for (const { file, says, warning } of findings) console.log(`${warning ? 'warning: ' : ''}${file}: ${says}`)
  if (findings.some((finding) => !finding.warning)) process.exitCode = 1
}
