/** Reads the tables of texts for the structure check: every row can be read, stands once, and shows a row that it may show. */
import type { Language } from '#kernel/languages.ts'
import { areaOf } from '#kernel/text/areas.ts'
import { parseTexts, type TextRow, writeTexts } from '#server/texts/table.ts'
import { fileOfFeature, FRAME, FRAME_FILE, shownBy } from '#server/texts/text-book.ts'
import { LAYERS } from '../layers.ts'
import { type Finding, featureOf, type Sources } from './sources.ts'

/** The texts of the frame or of a feature. */
export type TextTable = {
  /** The feature; `frame` for the frame. */
  readonly folder: string
  readonly area: string
  readonly file: string
  readonly rows: ReadonlyMap<string, TextRow>
}
/** The tables by their feature. */
export type TextTables = ReadonlyMap<string, TextTable>

/** Returns the area of a file of a feature; null for other files. */
export function areaOfFile(file: string): string | null {
  const feature = featureOf(file)
  return feature === null ? null : areaOf(feature)
}

/** Returns the frame and the features that have pages. */
function foldersOf(sources: Sources): string[] {
  const pages = sources.files.filter((file) => /^features\/[^/]+\/web\//.test(file))
  return [
    ...(sources.files.some((file) => file.startsWith('web/')) ? [FRAME] : []),
    ...new Set(pages.flatMap((file) => featureOf(file) ?? [])),
  ]
}

/** Returns the table that has the row of an area with this key; undefined if none has. */
export const tableWith = (tables: TextTables, area: string, key: string): TextTable | undefined =>
  [...tables.values()].find((table) => table.area === area && table.rows.has(key))

/** Reports rows that two tables of an area have. */
export const checkSharedAreas = (tables: TextTables): Finding[] =>
  [...tables.values()].flatMap((table) =>
    [...table.rows.keys()].flatMap((key) => {
      const first = tableWith(tables, table.area, key)
      return first === table || !first ? [] : [{ file: table.file, says: `has the row ${key}, as ${first.file}` }]
    }),
  )

/** Reads the tables of the frame and of all features. Reports those that are missing, cannot be read or are not written in the usual form. */
export function readTables(sources: Sources, findings: Finding[]): TextTables {
  const tables = new Map<string, TextTable>()
  for (const folder of foldersOf(sources)) {
    const file = folder === FRAME ? FRAME_FILE : fileOfFeature(folder)
    if (!sources.files.includes(file)) {
      findings.push({ file, says: 'is missing' })
      continue
    }
    try {
      const rows = parseTexts(sources.read(file))
      const keys = rows.map(({ key }) => key)
      for (const key of keys.filter((each, index) => keys.indexOf(each) !== index))
        findings.push({ file, says: `has two rows ${key}` })
      for (const key of keys.filter((each) => keys.some((other) => other.startsWith(`${each}.`))))
        findings.push({ file, says: `${key} is a text and a group of texts` })
      if (writeTexts(rows) !== sources.read(file))
        findings.push({ file, says: 'is not written in the usual form: run scripts/write-texts.ts' })
      tables.set(folder, { folder, area: areaOf(folder), file, rows: new Map(rows.map((row) => [row.key, row])) })
    } catch (error) {
      findings.push({ file, says: `is no table of texts: ${(error as Error).message}` })
    }
  }
  return tables
}

/** Returns the row that a row shows: itself, or the one that `as` names; undefined if that does not exist. */
function shownRow(tables: TextTables, { area }: TextTable, row: TextRow): TextRow | undefined {
  if (row.as === '') return row
  const [owner, key] = shownBy(area, row.as)
  return tableWith(tables, owner, key)?.rows.get(key)
}

/** Returns the texts of a table by language and key. A plural form that a language lacks is not among them. */
export function textsByLanguage(
  tables: TextTables,
  table: TextTable,
  languages: readonly Language[],
): Map<Language, Map<string, string>> {
  const shown = [...table.rows].map(([key, row]) => [key, shownRow(tables, table, row)] as const)
  const textsIn = (language: Language) =>
    new Map(
      shown.flatMap(([key, row]): [string, string][] => {
        const text = row?.texts[language] ?? ''
        return text === '' ? [] : [[key, text]]
      }),
    )
  return new Map(languages.map((language) => [language, textsIn(language)]))
}

const layerOf = (folder: string): number => LAYERS.findIndex((layer) => layer.includes(folder))

/** Reports whether a feature is of a lower layer than another one, as the frame is of all. */
export const isBelow = (folder: string, other: string): boolean => folder === FRAME || layerOf(folder) < layerOf(other)

/** Returns what is wrong with a row that shows another one; null if nothing is. */
function whyNotShown(tables: TextTables, table: TextTable, { as, texts }: TextRow): string | null {
  const [area, key] = shownBy(table.area, as)
  const owner = tableWith(tables, area, key)
  const shown = owner?.rows.get(key)
  if (Object.values(texts).some((text) => text !== '')) return `shows ${as} and has texts of its own`
  if (owner === undefined || shown === undefined) return `shows ${as}, which does not exist`
  if (shown.as !== '') return `shows ${as}, which shows another row: name that one`
  if (owner === table || isBelow(owner.folder, table.folder)) return null
  return `shows ${as}, whose feature is no lower one`
}

/** Reports rows that show a row which they may not show. */
export function checkShownRows(tables: TextTables): Finding[] {
  return [...tables.values()].flatMap((table) =>
    [...table.rows.values()].flatMap((row) => {
      const why = row.as === '' ? null : whyNotShown(tables, table, row)
      return why === null ? [] : [{ file: table.file, says: `${row.key} ${why}` }]
    }),
  )
}

/** A text that stands in several rows: all rows but one say in their note why. */
export type EqualTexts = readonly { readonly table: TextTable; readonly row: TextRow }[]

/** Returns the texts that stand in several rows with the same words in every language. */
export function equalTexts(tables: TextTables): EqualTexts[] {
  const rows = [...tables.values()].flatMap((table) => [...table.rows.values()].map((row) => ({ table, row })))
  const groups = Map.groupBy(
    rows.filter(({ row }) => row.as === ''),
    ({ row }) => JSON.stringify(row.texts),
  )
  return [...groups.values()].filter((group) => group.length > 1)
}

/** Reports texts that equal another one in every language without a reason. */
export function checkEqualTexts(tables: TextTables): Finding[] {
  return equalTexts(tables).flatMap((group) => {
    // the lowest table keeps the text, because only features above it may show its rows
    const [first, ...others] = group
      .filter(({ row }) => row.note === '')
      .toSorted((one, other) => layerOf(one.table.folder) - layerOf(other.table.folder))
    return others.map(({ table, row }) => ({
      file: table.file,
      says:
        first?.table === table || isBelow(first?.table.folder ?? FRAME, table.folder)
          ? `${row.key} equals ${first?.table.area}:${first?.row.key} in every language: show that one by the column \`as\`, or say in the note why it stands alone`
          : `${row.key} equals ${first?.table.area}:${first?.row.key} in every language, and neither may show the other: make it a row of ${FRAME} that both show, or say in the note why it stands alone`,
    }))
  })
}
