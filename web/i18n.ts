/** Loads the texts of a language, and stores the language that the person has chosen. */
import i18n, { type TFunction } from 'i18next'
import { useSyncExternalStore } from 'react'
import { initReactI18next } from 'react-i18next'
import { FALLBACK_LANGUAGE, type LanguageCode, LANGUAGES, tagOf } from '#kernel/languages.ts'
import { areaOf } from '#kernel/text/areas.ts'
import { showDay, showMoment, showMoney, showPrice, showQuantity, showRate } from '#web/format.ts'
import { loadTexts } from '#web/language/load-texts.ts'
import { readLanguage, storedLanguage, storeLanguage } from '#web/language/stored-language.ts'

const namespaces = new Set<string>()
/** Returns all namespaces after a language is loaded: `frame` and one for each feature. */
export const allNamespaces = (): string[] => [...namespaces]

function namespaceOf(path: string): string {
  const folder = /features\/([^/]+)\//.exec(path)?.[1]
  return folder === undefined ? 'frame' : areaOf(folder)
}

const loaded = new Map<LanguageCode, Promise<unknown>>()

async function load(code: LanguageCode): Promise<void> {
  const files = await loadTexts(code)
  prepared.clear()
  for (const [path, texts] of Object.entries(files)) {
    namespaces.add(namespaceOf(path))
    // the library would copy the texts of each namespace, which nothing changes
    i18n.addResourceBundle(code, namespaceOf(path), texts, false, true, { skipCopy: true })
  }
}

/** Loads the texts of a language once. A failed load is tried again at the next call. */
export function loadLanguage(code: LanguageCode): Promise<unknown> {
  const known = loaded.get(code)
  if (known !== undefined) return known
  const running = load(code)
  loaded.set(code, running)
  running.catch(() => loaded.delete(code))
  return running
}

/**
 * Loads the stored language before the first page is drawn, or English if it cannot be loaded. Only one language is loaded, because
 * each of them has all texts. Texts of an earlier start are loaded again.
 */
export async function startLanguages(): Promise<void> {
  loaded.clear()
  const code = storedLanguage()
  await i18n.use(initReactI18next).init({
    lng: code,
    fallbackLng: FALLBACK_LANGUAGE,
    ns: ['frame'],
    defaultNS: 'frame',
    fallbackNS: 'frame',
    resources: {},
    // Our keys may contain a point (`orders.wrong-status`) and never a colon.
    interpolation: { escapeValue: false },
    returnNull: false,
    partialBundledLanguages: true,
    react: { useSuspense: false, bindI18nStore: 'added' },
  })
  takePluralFormsOfLanguages()
  const { formatter } = i18n.services
  formatter?.add('money', (value: number) => showMoney(value))
  formatter?.add('price', (value: number) => showPrice(value))
  formatter?.add('quantity', (value: number) => showQuantity(value))
  formatter?.add('rate', (value: number) => showRate(value))
  formatter?.add('day', (value: string) => showDay(value))
  formatter?.add('moment', (value: string) => showMoment(value))
  await loadLanguage(code).catch(() => loadLanguage(FALLBACK_LANGUAGE))
  document.documentElement.lang = tagOf(code)
}

type PluralRuleOf = (code: string, options?: object) => Intl.PluralRules

/**
 * Gives each stored code the plural forms of its language. The library takes the code for a language tag; `rs`, `gr` and `sp` are none,
 * so it would use the plural forms of the browser's language.
 */
function takePluralFormsOfLanguages(): void {
  const resolver = i18n.services.pluralResolver as { getRule: PluralRuleOf }
  const ruleOf = resolver.getRule.bind(resolver)
  resolver.getRule = (code, options) => ruleOf(LANGUAGES.find((one) => one.code === code)?.tag ?? code, options)
}

/** Changes the page language and stores it on this device. */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  await loadLanguage(code)
  storeLanguage(code)
  document.documentElement.lang = tagOf(code)
  await i18n.changeLanguage(code)
}

/** Returns the current language. */
export const currentLanguage = (): LanguageCode => readLanguage(i18n.language ?? null)

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

function watchLanguage(changed: () => void): () => void {
  i18n.on('languageChanged', changed)
  return () => i18n.off('languageChanged', changed)
}

/**
 * Returns the texts of a namespace in the page language, for parts that a page draws some hundred times, such as the cells
 * of a table. `useTranslation` prepares its function again for each of them, which costs more than the cell. The part is
 * drawn again when the language changes.
 */
export function useCellTexts(namespace: string): CellTexts {
  const language = useSyncExternalStore(watchLanguage, () => i18n.language)
  const key = `${language}|${namespace}`
  const known = prepared.get(key)
  if (known) return known
  const texts = lookedUpOnce(i18n.getFixedT(language, namespace))
  prepared.set(key, texts)
  return texts
}
