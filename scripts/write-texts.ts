/** Writes the tables of texts in the form that the structure check accepts, after a spreadsheet has saved them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseTexts, writeTexts } from '#server/texts/table.ts'
import { filesOfArea, openTexts } from '#server/texts/text-book.ts'

const root = dirname(import.meta.dirname)
const files = openTexts(root).areas().flatMap(filesOfArea)
for (const file of files.map((each) => join(root, each))) {
  const before = readFileSync(file, 'utf8')
  const after = writeTexts(parseTexts(before))
  if (after !== before) writeFileSync(file, after)
}
