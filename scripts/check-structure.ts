/**
 * Checks the structure of the product: names, number and lengths of files, lengths of functions, exports that nothing uses, sizes of icons, paths
 * in guides, texts, owners, descriptions and backups of tables, rulings, shops of stories, and words.
 */
import { dirname } from 'node:path'
import { type Language, LANGUAGES } from '#kernel/languages.ts'
import { checkBackup } from './structure/backup.ts'
import { checkColumnGuide } from './structure/column-guide.ts'
import { checkExports } from './structure/exports.ts'
import { checkFunctions } from './structure/functions.ts'
import { checkIcons } from './structure/icons.ts'
import { checkPaths } from './structure/paths.ts'
import { checkRooms } from './structure/rooms.ts'
import { checkRulings } from './structure/rulings.ts'
import { checkShops } from './structure/shops.ts'
import { type Finding, openSources, type Sources } from './structure/sources.ts'
import { checkTableGuide } from './structure/table-guide.ts'
import { checkTables, readersOfTables } from './structure/tables.ts'
import { checkTexts } from './structure/texts.ts'
import { checkLengths, checkVocabulary } from './structure/vocabulary.ts'
import { checkWords } from './structure/words.ts'

/** Returns every fault of the structure below `root`. Texts must exist in `languages`. */
export function findStructureFaults(root: string, languages: readonly Language[]): Finding[] {
  return faultsIn(openSources(root), languages)
}

function faultsIn(sources: Sources, languages: readonly Language[]): Finding[] {
  return [
    ...checkVocabulary(sources),
    ...checkRooms(sources),
    ...checkLengths(sources),
    ...checkFunctions(sources),
    ...checkIcons(sources),
    ...checkPaths(sources),
    ...checkTables(sources),
    ...checkTableGuide(sources),
    ...checkColumnGuide(sources),
    ...checkBackup(sources),
    ...checkRulings(sources),
    ...checkShops(sources),
    ...checkWords(sources),
    ...checkTexts(sources, languages),
  ]
}

// `--languages=en,el` checks only these, while texts are being written
const given = process.argv.find((argument) => argument.startsWith('--languages='))?.slice('--languages='.length)
const asked = (given ?? process.env.CHECK_LANGUAGES ?? LANGUAGES.map(({ tag }) => tag).join(',')).split(
  ',',
) as Language[]

// `--readers` prints who owns and who reads each table
if (import.meta.main && process.argv.includes('--readers')) {
  for (const { table, owner, readers } of readersOfTables(openSources(dirname(import.meta.dirname))))
    console.log(`${table.padEnd(24)} ${owner.padEnd(14)} ${readers.join(', ')}`)
} else if (import.meta.main) {
  const sources = openSources(dirname(import.meta.dirname))
  const findings = [...faultsIn(sources, asked), ...checkExports(sources)]
  for (const { file, says, warning } of findings) console.log(`${warning ? 'warning: ' : ''}${file}: ${says}`)
  if (findings.some((finding) => !finding.warning)) process.exitCode = 1
}
