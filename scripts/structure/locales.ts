/** Checks that all texts exist in all languages, and that every text used by the code, the menu and the history exists. */
import { type LanguageCode, tagOf } from '#kernel/languages.ts'
import { areaOf } from '#kernel/text/areas.ts'
import { textsOfHistory, textsOfRecords, textsOfRoutes } from './declared-texts.ts'
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

export type Language = LanguageCode

const PLURAL = /_(zero|one|two|few|many|other)$/
const stem = (key: string): string => key.replace(PLURAL, '')

/** Returns the plural forms of whole numbers in a language. */
function pluralForms(language: Language): Set<string> {
  const rules = new Intl.PluralRules(tagOf(language))
  const forms = new Set<string>(['other'])
  for (let count = 0; count <= 200; count += 1) forms.add(rules.select(count))
  return forms
}

const placesOf = (text: string): string[] => [...text.matchAll(/\{\{-?\s*([\w.]+)/g)].map((match) => match[1] ?? '')

type Texts = Map<string, string>

function flatten(value: unknown, path: string, into: Texts, bad: (key: string) => void): Texts {
  if (typeof value === 'string') into.set(path, value)
  else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [name, part] of Object.entries(value)) flatten(part, path === '' ? name : `${path}.${name}`, into, bad)
  } else bad(path)
  return into
}

/** The texts of one folder (`web`, or a feature) in every requested language. */
type Folder = { readonly path: string; readonly texts: Map<Language, Texts> }

function readFolder(sources: Sources, path: string, languages: readonly Language[], findings: Finding[]): Folder {
  const texts = new Map<Language, Texts>()
  for (const language of languages) {
    const file = `${path}/${language}.json`
    if (!sources.files.includes(file)) {
      findings.push({ file, says: 'is missing' })
      continue
    }
    try {
      const bad = (key: string) => findings.push({ file, says: `${key} is neither text nor group` })
      texts.set(language, flatten(JSON.parse(sources.read(file)), '', new Map(), bad))
    } catch (error) {
      findings.push({ file, says: `is no JSON: ${(error as Error).message}` })
    }
  }
  return { path, texts }
}

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
      if (known !== texts.get('eng')) continue
      const places = new Set(placesOf(text))
      for (const place of places) entry.places.add(place)
      entry.needed = new Set([...(entry.needed ?? places)].filter((place) => places.has(place)))
    }
  }
  return stems
}

function compareLanguages({ path, texts }: Folder, findings: Finding[]): void {
  const stems = stemsOf(texts)
  const keysOf = keysByStem(texts)
  for (const [language, known] of texts) {
    const file = `${path}/${language}.json`
    for (const [key, { plural }] of stems) {
      const wanted = plural ? [...pluralForms(language)].map((form) => `${key}_${form}`) : [...(keysOf.get(key) ?? [])]
      for (const name of wanted) if (!known.has(name)) findings.push({ file, says: `${name} is missing` })
    }
    for (const [key, text] of known) {
      if (text.trim() === '') findings.push({ file, says: `${key} is empty` })
      for (const fault of spellingFaults(language, text)) findings.push({ file, says: `${key} ${fault}` })
      const english = stems.get(stem(key))
      if (!texts.has('eng')) continue
      const places = new Set(placesOf(text))
      for (const place of places) {
        if (!english?.places.has(place))
          findings.push({ file, says: `${key} has a placeholder {{${place}}} that English lacks` })
      }
      for (const place of english?.needed ?? []) {
        // a plural form may write the number as a word
        if (!places.has(place) && !(place === 'count' && PLURAL.test(key)))
          findings.push({ file, says: `${key} lacks the placeholder {{${place}}} that English has` })
      }
      const form = PLURAL.exec(key)?.[1] ?? ''
      const counted = form !== '' && placesOf(texts.get('eng')?.get(`${stem(key)}_other`) ?? '').includes('count')
      if (counted && !places.has('count') && standsForSeveral(language, form))
        findings.push({ file, says: `${key} lacks the placeholder {{count}}: the form stands for several numbers` })
    }
  }
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

/** Checks that all texts exist in `languages`, and that refusals and pages use only existing texts. */
export function checkLocales(sources: Sources, languages: readonly Language[]): Finding[] {
  const findings: Finding[] = []
  const folders = new Map<string, Folder>()
  if (sources.files.some((file) => file.startsWith('web/'))) {
    folders.set('web', readFolder(sources, 'web/locales', languages, findings))
  }
  for (const file of sources.files) {
    const feature = featureOf(file)
    if (feature === null || folders.has(areaOf(feature)) || !/^features\/[^/]+\/web\//.test(file)) continue
    folders.set(areaOf(feature), readFolder(sources, `features/${feature}/web/locales`, languages, findings))
  }
  for (const folder of folders.values()) compareLanguages(folder, findings)

  /** Returns the area of a file; null for a file of the frame. */
  const homeOf = (file: string): string | null => {
    const feature = featureOf(file)
    return feature === null ? null : areaOf(feature)
  }
  const has = (folder: string | null, key: string): boolean => {
    const known = folders
      .get(folder ?? 'web')
      ?.texts.values()
      .next().value
    if (!known) return false
    return known.has(key) || known.has(`${key}_other`) || [...known.keys()].some((name) => name.startsWith(`${key}.`))
  }
  /**
   * Reports whether a text exists. `orders:title` is `title` of the feature orders, `frame:title` is in web. Without
   * a prefix the text is in the own feature or in web.
   */
  const exists = (home: string | null, key: string): boolean => {
    const [, owner = '', rest = ''] = /^([a-z-]+):(.+)$/.exec(key) ?? []
    return owner === '' ? has(home, key) || has('web', key) : has(owner === 'frame' ? 'web' : owner, rest)
  }

  for (const { file, key, for: user } of textsOfHistory(sources)) {
    if (![...folders.keys()].some((folder) => has(folder, key)))
      findings.push({ file, says: `lacks the text ${key} for ${user}` })
  }
  for (const file of sources.files.filter(
    (path) => isCode(path) && !isTest(path) && /^(kernel|accounts|features|server|web|app)\//.test(path),
  )) {
    for (const code of new Set(refusalCodes(sources, file))) {
      const [, owner = '', rest = ''] = /^([a-z-]+)\.(.+)$/.exec(code) ?? []
      const found = has('web', `refusal.${code}`) || (folders.has(owner) && has(owner, `refusal.${rest}`))
      if (!found) findings.push({ file, says: `refuses with ${code}, for which there is no text refusal.${code}` })
    }
    for (const { key, for: user } of /^features\/[^/]+\/domain\//.test(file) ? textsOfRecords(sources, file) : []) {
      if (!exists(null, key)) findings.push({ file, says: `lacks the text ${key} for ${user}` })
    }
    if (!/^(web|(app|features\/[^/]+)\/web)\//.test(file)) continue
    for (const { key, for: user } of file.endsWith('/web/routes.tsx') ? textsOfRoutes(sources, file) : []) {
      if (!exists(homeOf(file), key)) findings.push({ file, says: `lacks the text ${key} for ${user}` })
    }
    for (const key of new Set(textKeys(sources, file))) {
      if (!exists(homeOf(file), key)) findings.push({ file, says: `asks for the text ${key}, which does not exist` })
    }
  }
  return findings
}
