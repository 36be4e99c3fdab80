/** Writes the tables of texts in the form that the structure check accepts, after a spreadsheet has saved them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseTexts, writeTexts } from '#server/texts/table.ts'
import { fileOfArea, openTexts } from '#server/texts/text-book.ts'

const root = dirname(import.meta.dirname)
for (const area of openTexts(root).areas()) {
  const file = join(root, fileOfArea(area))
  const before = readFileSync(file, 'utf8')
  const after = writeTexts(parseTexts(before))
  if (after !== before) writeFileSync(file, after)
}
