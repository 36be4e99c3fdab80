/** Loads the texts that pages show, and stores the language that the person has chosen. */
import i18n, { type TFunction } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { codeOf, FALLBACK_LANGUAGE, type Language, type LanguageCode, tagOf } from '#kernel/languages.ts'
import { showDay, showMoment, showMoney, showPrice, showQuantity, showRate } from '#web/format.ts'
import { AREAS, loadTexts } from '#web/language/load-texts.ts'
import { FRAME } from '#web/language/text-files.ts'
import { neededAreas, needTexts, watchNeededAreas } from '#web/language/needed-texts.ts'
import { oneFullStop } from '#web/language/end-of-sentence.ts'
import { storedLanguage, storeLanguage } from '#web/language/stored-language.ts'
import { useWatched } from '#web/watchers.ts'

/** Returns all namespaces: `frame` and one for each feature. */
export const allNamespaces = (): string[] => [...AREAS]

/** The files that are loaded or under way, by language and area. */
const loaded = new Map<string, Promise<unknown>>()

async function load(language: Language, area: string): Promise<void> {
  const texts = await loadTexts(language, area)
  prepared.clear()
  for (const [namespace, groups] of Object.entries(texts)) {
    // the library would copy the texts of each namespace, which nothing changes
    i18n.addResourceBundle(language, namespace, groups, true, true, { skipCopy: true })
  }
}

/** Loads the texts of an area once. A failed load is tried again at the next call. */
function loadArea(language: Language, area: string): Promise<unknown> {
  const name = `${language} ${area}`
  const known = loaded.get(name)
  if (known !== undefined) return known
  const running = load(language, area)
  loaded.set(name, running)
  running.catch(() => loaded.delete(name))
  return running
}

/** Loads the texts of a language: those that the open pages show, or those of `areas`. */
export async function loadLanguage(language: Language, areas = neededAreas()): Promise<void> {
  await Promise.all(areas.map((area) => loadArea(language, area)))
}

/** Loads the texts of the page language, or the English ones if they cannot be loaded. */
async function loadPageLanguage(): Promise<void> {
  await loadLanguage(pageLanguage()).catch(() => loadLanguage(tagOf(FALLBACK_LANGUAGE)))
}

/** Leaves one full stop where a name that ends with an abbreviation ends a sentence. */
const ENDS = { type: 'postProcessor' as const, name: 'one-full-stop', process: oneFullStop }

let started: Promise<void> | null = null

/**
 * Loads the texts of the stored language before the first page is drawn, or English if they cannot be loaded. Texts of an earlier start are
 * loaded again.
 */
export function startLanguages(): Promise<void> {
  started = start()
  return started
}

async function start(): Promise<void> {
  loaded.clear()
  const language = tagOf(storedLanguage())
  await i18n
    .use(initReactI18next)
    .use(ENDS)
    .init({
      lng: language,
      fallbackLng: tagOf(FALLBACK_LANGUAGE),
      ns: [FRAME],
      defaultNS: FRAME,
      fallbackNS: FRAME,
      resources: {},
      // Our keys may contain a point (`orders.wrong-status`) and never a colon.
      interpolation: { escapeValue: false },
      returnNull: false,
      postProcess: [ENDS.name],
      partialBundledLanguages: true,
      // a page has its texts before it is drawn, so texts of other areas do not draw it again
      react: { useSuspense: false, bindI18nStore: '' },
    })
  const { formatter } = i18n.services
  formatter?.add('money', (value: number) => showMoney(value))
  formatter?.add('price', (value: number) => showPrice(value))
  formatter?.add('quantity', (value: number) => showQuantity(value))
  formatter?.add('rate', (value: number) => showRate(value))
  formatter?.add('day', (value: string) => showDay(value))
  formatter?.add('moment', (value: string) => showMoment(value))
  // `withTexts` waits for the same texts and handles a failure
  watchNeededAreas((area) => void loadArea(pageLanguage(), area).catch(() => undefined))
  await loadPageLanguage()
  document.documentElement.lang = language
}

/**
 * Loads the code of a page or a part, and the texts of the areas that it names. `area` is loaded beside the code, because the code
 * names it too.
 */
export async function withTexts<Module>(code: () => Promise<Module>, area = FRAME): Promise<Module> {
  needTexts(area)
  const module = await code()
  // a test may draw a page without texts
  if (started !== null) await started.then(loadPageLanguage)
  return module
}

/** Changes the page language and stores it on this device. */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  const language = tagOf(code)
  await loadLanguage(language)
  storeLanguage(code)
  document.documentElement.lang = language
  await i18n.changeLanguage(language)
}

/** Returns the language of the page. */
const pageLanguage = (): Language => tagOf(currentLanguage())

/** Returns the stored code of the page language, as the server knows it. */
export const currentLanguage = (): LanguageCode => codeOf(i18n.language ?? '')

/** The functions of `useCellTexts`, by language and namespace. */
const prepared = new Map<string, CellTexts>()

/** Returns the text of a key. */
export type CellTexts = (key: string, options?: Readonly<Record<string, unknown>>) => string

/** Looks a text without values up once, because many cells show the same few texts. */
function lookedUpOnce(texts: TFunction): CellTexts {
  const known = new Map<string, string>()
  return (key, options = {}) => {
    const { defaultValue = '', ...values } = options
    if (Object.keys(values).length > 0) return texts(key, options)
    const wanted = `${key}|${String(defaultValue)}`
    const found = known.get(wanted) ?? texts(key, options)
    known.set(wanted, found)
    return found
  }
}

/** Calls `changed` after each change of the page language, until the returned function is called. */
export function onLanguageChange(changed: () => void): () => void {
  i18n.on('languageChanged', changed)
  return () => i18n.off('languageChanged', changed)
}

/**
 * Returns the texts of a namespace in the page language, for parts that a page draws some hundred times, such as the cells
 * of a table. `useTranslation` prepares its function again for each of them, which costs more than the cell. The part is
 * drawn again when the language changes.
 */
export function useCellTexts(namespace: string): CellTexts {
  const language = useWatched(onLanguageChange, () => i18n.language)
  const key = `${language}|${namespace}`
  const known = prepared.get(key)
  if (known) return known
  const texts = lookedUpOnce(i18n.getFixedT(language, namespace))
  prepared.set(key, texts)
  return texts
}
