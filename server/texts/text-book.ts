/** Finds the texts of the frame and of each feature, in each language. The server and the build of the pages read them here. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#kernel/languages.ts'
import { areaOf, foldersOfArea } from '#kernel/text/areas.ts'
import { parseTexts, type TextRow } from './table.ts'

/** Texts by the parts of their keys. */
export type Texts = { readonly [part: string]: string | Texts }

/** The area of the texts that all features share. Each other area is a feature. */
export const FRAME = 'frame'

/** The table of the frame. */
export const FRAME_FILE = 'web/texts.csv'

/** Returns the table of a feature. */
export const fileOfFeature = (folder: string): string => `features/${folder}/web/texts.csv`

/** Returns the tables of an area: `frame`, or that of each of its features. */
export const filesOfArea = (area: string): readonly string[] =>
  area === FRAME ? [FRAME_FILE] : foldersOfArea(area).map(fileOfFeature)

/** Returns the area and the key that a row with `as` shows. */
export function shownBy(area: string, as: string): readonly [area: string, key: string] {
  const at = as.indexOf(':')
  return at < 0 ? [area, as] : [as.slice(0, at), as.slice(at + 1)]
}

/** Writes a text into nested groups, and makes the groups that are missing. */
function put(texts: Record<string, unknown>, [part = '', ...rest]: readonly string[], text: string): void {
  if (rest.length === 0) texts[part] = text
  else put((texts[part] ??= {}) as Record<string, unknown>, rest, text)
}

export type TextBook = {
  /** Returns the frame and all features with texts. */
  areas(): string[]
  /** Returns all texts of an area in a language. */
  textsOf(area: string, language: Language): Texts
}

/** Opens the texts below `root`. The tables of an area are read once, when they are first needed. */
export function openTexts(root: string): TextBook {
  const tables = new Map<string, ReadonlyMap<string, TextRow>>()
  const tableOf = (area: string) => {
    const known =
      tables.get(area) ??
      new Map(
        filesOfArea(area)
          .filter((file) => existsSync(join(root, file)))
          .flatMap((file) => parseTexts(readFileSync(join(root, file), 'utf8')))
          .map((row) => [row.key, row]),
      )
    tables.set(area, known)
    return known
  }
  /** Returns the text of a row. A row that another one shows has texts of its own, so this ends after one step. */
  const textOf = (area: string, { as, texts }: TextRow, language: Language): string => {
    if (as === '') return texts[language]
    const [owner, key] = shownBy(area, as)
    return tableOf(owner).get(key)?.texts[language] ?? ''
  }
  return {
    areas: () => [
      FRAME,
      ...new Set(
        readdirSync(join(root, 'features'))
          .filter((folder) => existsSync(join(root, fileOfFeature(folder))))
          .map(areaOf),
      ),
    ],
    textsOf(area, language) {
      const texts: Record<string, unknown> = {}
      for (const [key, row] of tableOf(area)) {
        const text = textOf(area, row, language)
        if (text !== '') put(texts, key.split('.'), text)
      }
      return texts as Texts
    },
  }
}

/** The texts of this product. */
export const productTexts = openTexts(join(import.meta.dirname, '../..'))
