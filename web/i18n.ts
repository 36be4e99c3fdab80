/** Loads the texts of a language and remembers which language the person has chosen. */
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { showDay } from '#kernel/day.ts'
import { FALLBACK_LANGUAGE, type LanguageCode, LANGUAGES, tagOf } from '#kernel/languages.ts'
import { showMoment, showMoney, showPrice, showQuantity, showRate } from '#web/format.ts'

const STORED = 'I18N_LANGUAGE'

type Texts = Record<string, unknown>

// one chunk a language: a file for each feature would be twenty requests
const languages = import.meta.glob<Record<string, Texts>>('./texts/*.ts', { import: 'texts' })

const namespaces = new Set<string>()
/** Returns every namespace there is once a language is loaded: `frame` and one for each feature. */
export const allNamespaces = (): string[] => [...namespaces]

function namespaceOf(path: string): string {
  return /features\/([^/]+)\//.exec(path)?.[1] ?? 'frame'
}

/** A stored code, `en`, or anything else (then English) as one of the six codes. */
export function readLanguage(stored: string | null): LanguageCode {
  return LANGUAGES.find((language) => language.code === stored)?.code ?? FALLBACK_LANGUAGE
}

const loaded = new Map<LanguageCode, Promise<unknown>>()

async function load(code: LanguageCode): Promise<void> {
  const files = await languages[`./texts/${code}.ts`]?.()
  for (const [path, texts] of Object.entries(files ?? {})) {
    namespaces.add(namespaceOf(path))
    i18n.addResourceBundle(code, namespaceOf(path), texts, true, true)
  }
}

/** Makes the texts of a language available, once; a failure is forgotten, so that asking again tries again. */
export function loadLanguage(code: LanguageCode): Promise<unknown> {
  const known = loaded.get(code)
  if (known !== undefined) return known
  const running = load(code)
  loaded.set(code, running)
  running.catch(() => loaded.delete(code))
  return running
}

/** Loads the chosen language and makes texts available; called once before the page is drawn. */
export async function startLanguages(): Promise<void> {
  const code = readLanguage(localStorage.getItem(STORED))
  await i18n.use(initReactI18next).init({
    lng: code,
    fallbackLng: FALLBACK_LANGUAGE,
    ns: ['frame'],
    defaultNS: 'frame',
    fallbackNS: 'frame',
    resources: {},
    // A key of ours may hold a point (`orders.wrong-status`), never a colon.
    interpolation: { escapeValue: false },
    returnNull: false,
    partialBundledLanguages: true,
    react: { useSuspense: false, bindI18nStore: 'added' },
  })
  const { formatter } = i18n.services
  formatter?.add('money', (value: number) => showMoney(value))
  formatter?.add('price', (value: number) => showPrice(value))
  formatter?.add('quantity', (value: number) => showQuantity(value))
  formatter?.add('rate', (value: number) => showRate(value))
  formatter?.add('day', (value: string) => showDay(value))
  formatter?.add('moment', (value: string) => showMoment(value))
  await Promise.all([loadLanguage(code), loadLanguage(FALLBACK_LANGUAGE)])
  document.documentElement.lang = tagOf(code)
}

/** Changes the language of the page and remembers it on this device. */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  await loadLanguage(code)
  localStorage.setItem(STORED, code)
  document.documentElement.lang = tagOf(code)
  await i18n.changeLanguage(code)
}

/** The language now in use. */
export const currentLanguage = (): LanguageCode => readLanguage(i18n.language ?? null)
