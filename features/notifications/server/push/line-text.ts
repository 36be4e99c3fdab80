/** Writes a line of the bell as a message for a device, with the same texts and in the language of the person. */
import i18next, { type i18n } from 'i18next'
import { FALLBACK_LANGUAGE, type Language, type LanguageCode, LANGUAGES, tagOf } from '#kernel/languages.ts'
import type { PushMessage } from '#server/push/send-push.ts'
import { FRAME, productTexts } from '#server/texts/text-book.ts'
import type { Line } from '../../domain/contract.ts'

/** The groups of texts that lines consist of. */
const GROUPS = ['notice-line', 'found'] as const

/** Returns a function that reads once and keeps what was read. After a failure the next call reads again. */
export function readOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null
  return () => {
    reading ??= read().catch((error: unknown) => {
      reading = null
      throw error
    })
    return reading
  }
}

async function load(): Promise<i18n> {
  const features = productTexts.areas().filter((area) => area !== FRAME)
  const linesIn = (language: Language) =>
    features.map((feature) => {
      const texts = productTexts.textsOf(feature, language)
      return [feature, Object.fromEntries(GROUPS.map((group) => [group, texts[group] ?? {}]))] as const
    })
  const texts = i18next.createInstance()
  await texts.init({
    lng: tagOf(FALLBACK_LANGUAGE),
    resources: Object.fromEntries(LANGUAGES.map(({ tag }) => [tag, Object.fromEntries(linesIn(tag))])),
    interpolation: { escapeValue: false },
  })
  return texts
}

const readTexts = readOnce(load)

/** Returns the title of a line, one line about its newest thing, and the page to open. */
export async function lineMessage(line: Line, language: LanguageCode): Promise<PushMessage> {
  const texts = await readTexts()
  const lng = tagOf(language)
  const { kind, count, message, things, page, key } = line
  const [feature = '', name = ''] = kind.split('.')
  const title = texts.t(`notice-line.${name}`, { lng, ns: feature, count, from: message?.from ?? '' })
  const [newest] = things
  if (message === null) {
    const to = count === 1 ? (newest?.to ?? page) : (page ?? newest?.to)
    return { title, body: newest?.title ?? '', to: to ?? '/', tag: key }
  }
  const record = texts.t(`found.${message.entity}`, { lng, ns: Object.keys(texts.store.data[lng] ?? {}) })
  return { title, body: `${record} ${message.entityId}: ${message.text}`, to: message.to, tag: key }
}
