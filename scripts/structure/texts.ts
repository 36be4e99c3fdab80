/** Checks that all texts exist in all languages, and that every text used by the code, the menu and the history exists. */
import type { Language } from '#kernel/languages.ts'
import { areaOf } from '#kernel/text/areas.ts'
import { FRAME } from '#server/texts/text-book.ts'
import { textsOfHistory, textsOfRecords, textsOfRights, textsOfRoutes } from './declared-texts.ts'
import {
  calleeOf,
  type Finding,
  featureOf,
  isCode,
  isTest,
  type Sources,
  type Syntax,
  textsOf,
  walkFile,
} from './sources.ts'
import { spellingFaults, standsForSeveral } from './spelling.ts'
import {
  checkEqualTexts,
  checkSharedAreas,
  checkShownRows,
  isBelow,
  readTables,
  type TextTable,
  type TextTables,
  textsByLanguage,
} from './text-tables.ts'
import { checkUsedTexts } from './used-texts.ts'

const PLURAL = /_(zero|one|two|few|many|other)$/
const stem = (key: string): string => key.replace(PLURAL, '')

/** Returns the plural forms of whole numbers in a language. */
function pluralForms(language: Language): Set<string> {
  const rules = new Intl.PluralRules(language)
  const forms = new Set<string>(['other'])
  for (let count = 0; count <= 200; count += 1) forms.add(rules.select(count))
  return forms
}

const placesOf = (text: string): string[] => [...text.matchAll(/\{\{-?\s*([\w.]+)/g)].map((match) => match[1] ?? '')

type Texts = Map<string, string>

/** A text with all its plural forms: the placeholders that it may have, and those that every form must have. */
type Known = { plural: boolean; places: Set<string>; needed: Set<string> | null }

/** Returns every text of a folder without its plural forms. English decides which placeholders a text has. */
function stemsOf(texts: Map<Language, Texts>): Map<string, Known> {
  const stems = new Map<string, Known>()
  for (const known of texts.values()) {
    for (const [key, text] of known) {
      const entry: Known = stems.get(stem(key)) ?? { plural: false, places: new Set(['count']), needed: null }
      // One language alone does not decide, because `step_one` may be a name. Plurals also have a form `_other`.
      entry.plural ||= key.endsWith('_other')
      stems.set(stem(key), entry)
      if (known !== texts.get('en')) continue
      const places = new Set(placesOf(text))
      for (const place of places) entry.places.add(place)
      entry.needed = new Set([...(entry.needed ?? places)].filter((place) => places.has(place)))
    }
  }
  return stems
}

/** Reports texts that a language lacks, that are misspelt, and whose placeholders are not those of English. */
function compareLanguages(texts: Map<Language, Texts>, { file, rows }: TextTable): Finding[] {
  const findings: Finding[] = []
  const stems = stemsOf(texts)
  const keysOf = keysByStem(texts)
  for (const [language, known] of texts) {
    for (const [key, { plural }] of stems) {
      const wanted = plural ? [...pluralForms(language)].map((form) => `${key}_${form}`) : [...(keysOf.get(key) ?? [])]
      for (const name of wanted)
        if (!known.has(name)) findings.push({ file, says: `${name} is missing in ${language}` })
    }
    for (const [key, text] of known) {
      // a row that shows another one has its faults there
      const own = rows.get(key)?.as === ''
      const faults = own ? faultsOf(language, key, text, texts, stems) : []
      findings.push(...faults.map((fault) => ({ file, says: `${key} in ${language} ${fault}` })))
    }
  }
  return findings
}

/** Returns what is wrong with a text of a language. */
function faultsOf(
  language: Language,
  key: string,
  text: string,
  texts: Map<Language, Texts>,
  stems: Map<string, Known>,
): string[] {
  const faults = spellingFaults(language, text)
  if (text.trim() === '') faults.push('is empty')
  if (!texts.has('en')) return faults
  const english = stems.get(stem(key))
  const places = new Set(placesOf(text))
  for (const place of places)
    if (!english?.places.has(place)) faults.push(`has a placeholder {{${place}}} that English lacks`)
  for (const place of english?.needed ?? []) {
    // a plural form may write the number as a word
    if (!places.has(place) && !(place === 'count' && PLURAL.test(key)))
      faults.push(`lacks the placeholder {{${place}}} that English has`)
  }
  const form = PLURAL.exec(key)?.[1] ?? ''
  const counted = form !== '' && placesOf(texts.get('en')?.get(`${stem(key)}_other`) ?? '').includes('count')
  if (counted && !places.has('count') && standsForSeveral(language, form))
    faults.push('lacks the placeholder {{count}}: the form stands for several numbers')
  return faults
}

/** Returns the keys of all languages by the text that they are a form of. */
function keysByStem(texts: Map<Language, Texts>): Map<string, Set<string>> {
  const keys = new Map<string, Set<string>>()
  for (const known of texts.values())
    for (const key of known.keys()) keys.set(stem(key), (keys.get(stem(key)) ?? new Set()).add(key))
  return keys
}

/**
 * Returns the refusal codes that a file can return: `refusal(kind, code)`, `refuse(kind, code)`, `lifecycle()({ code
 * })`.
 */
function refusalCodes(sources: Sources, file: string): string[] {
  const codes: string[] = []
  walkFile(sources, file, (node) => {
    if (node.type !== 'CallExpression') return
    const callArguments = node.arguments as Syntax[]
    const name = calleeOf(node)
    if (name === 'refusal' || name === 'refuse') codes.push(...textsOf(callArguments[1]))
    const callee = node.callee as Syntax
    if (callee.type !== 'CallExpression' || calleeOf(callee) !== 'lifecycle') return
    for (const part of (callArguments[0]?.properties ?? []) as Syntax[]) {
      if ((part.key as Syntax | undefined)?.name !== 'code') continue
      codes.push(...textsOf(part.value).map((code) => `${code}.wrong-status`))
    }
  })
  return codes
}

/** Returns the text keys that a page uses as literals: `t('…')`, `<Trans i18nKey="…">`. */
function textKeys(sources: Sources, file: string): string[] {
  const keys: string[] = []
  walkFile(sources, file, (node) => {
    if (node.type === 'CallExpression' && calleeOf(node) === 't') {
      const [key, options] = node.arguments as Syntax[]
      const ns = ((options?.properties ?? []) as Syntax[]).find(
        (part) => (part.key as Syntax | undefined)?.name === 'ns',
      )
      const spaces = ns ? textsOf(ns.value) : ['']
      for (const space of spaces) keys.push(...textsOf(key).map((text) => (space === '' ? text : `${space}:${text}`)))
    }
    if (node.type === 'JSXAttribute' && (node.name as Syntax).name === 'i18nKey') keys.push(...textsOf(node.value))
  })
  return keys
}

/**
 * Returns a function that reports whether a text exists. `orders:title` is `title` of the area orders, `frame:title` is in the frame.
 * Without a prefix the text is in the own feature, in a lower one with the same area, or in the frame.
 */
function textExists(tables: TextTables): (home: string | null, key: string) => boolean {
  const has = ({ rows }: TextTable, key: string): boolean =>
    rows.has(key) || rows.has(`${key}_other`) || [...rows.keys()].some((name) => name.startsWith(`${key}.`))
  const all = [...tables.values()]
  const seenFrom = (home: string): TextTable[] =>
    all.filter(({ folder, area }) => folder === home || (area === areaOf(home) && isBelow(folder, home)))
  return (home, key) => {
    const [, owner = '', rest = ''] = /^([a-z-]+):(.+)$/.exec(key) ?? []
    return owner === ''
      ? [...seenFrom(home ?? FRAME), ...seenFrom(FRAME)].some((table) => has(table, key))
      : all.some((table) => table.area === owner && has(table, rest))
  }
}

/** Reports texts that the history, refusals, routes and pages need and that do not exist. */
function checkNeededTexts(sources: Sources, tables: TextTables): Finding[] {
  const findings: Finding[] = []
  const exists = textExists(tables)
  const ofRights = sources.files.filter((file) => file.endsWith('/rights.ts') && file.includes('/domain/'))
  for (const { file, key, for: user } of [
    ...textsOfHistory(sources),
    ...ofRights.flatMap((file) => textsOfRights(sources, file)),
  ]) {
    if (![...tables.values()].some(({ area }) => exists(null, `${area}:${key}`)))
      findings.push({ file, says: `lacks the text ${key} for ${user}` })
  }
  for (const file of sources.files.filter(
    (path) => isCode(path) && !isTest(path) && /^(kernel|accounts|features|server|web|app)\//.test(path),
  )) {
    for (const code of new Set(refusalCodes(sources, file))) {
      const [, owner = '', rest = ''] = /^([a-z-]+)\.(.+)$/.exec(code) ?? []
      const found = exists(FRAME, `refusal.${code}`) || exists(null, `${owner}:refusal.${rest}`)
      if (!found) findings.push({ file, says: `refuses with ${code}, for which there is no text refusal.${code}` })
    }
    for (const { key, for: user } of /^features\/[^/]+\/domain\//.test(file) ? textsOfRecords(sources, file) : []) {
      // a key that a feature lacks is looked up in the frame
      if (!exists(null, key) && !exists(null, key.replace(/^[^:]+/, FRAME)))
        findings.push({ file, says: `lacks the text ${key} for ${user}` })
    }
    if (!/^(web|(app|features\/[^/]+)\/web)\//.test(file)) continue
    for (const { key, for: user } of file.endsWith('/web/routes.tsx') ? textsOfRoutes(sources, file) : []) {
      if (!exists(featureOf(file), key)) findings.push({ file, says: `lacks the text ${key} for ${user}` })
    }
    for (const key of new Set(textKeys(sources, file))) {
      if (!exists(featureOf(file), key)) findings.push({ file, says: `asks for the text ${key}, which does not exist` })
    }
  }
  return findings
}

/** Checks that all texts exist in `languages`, that each stands once and is used, and that the code uses only existing texts. */
export function checkTexts(sources: Sources, languages: readonly Language[]): Finding[] {
  const findings: Finding[] = []
  const tables = readTables(sources, findings)
  const compared = [...tables.values()].flatMap((table) =>
    compareLanguages(textsByLanguage(tables, table, languages), table),
  )
  return [
    ...findings,
    ...compared,
    ...checkSharedAreas(tables),
    ...checkShownRows(tables),
    ...checkEqualTexts(tables),
    ...checkNeededTexts(sources, tables),
    ...checkUsedTexts(sources, tables),
  ]
}
