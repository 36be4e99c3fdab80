/** The texts and figures of papers. They are always Greek, whatever the language of the person, except letters to customers abroad. */
import type { Language } from '#kernel/languages.ts'
import { dayText, wallClockText } from '#kernel/day.ts'
import { PLACES, toNumber } from '#kernel/money.ts'
import { FRAME, productTexts, type Texts } from '../texts/text-book.ts'

/** Returns the Greek text of a key below `paper.`, and fills its `{{placeholders}}`. */
export type PaperTexts = (key: string, places?: Readonly<Record<string, string | number>>) => string

const find = (texts: Texts | string | undefined, path: readonly string[]): string | undefined =>
  path.length === 0
    ? typeof texts === 'string'
      ? texts
      : undefined
    : typeof texts === 'object'
      ? find(texts[path[0] as string], path.slice(1))
      : undefined

/** Returns a function that reads the texts of an area when it is first called, so that a start does not wait for them. */
function textsOnce(area = FRAME, language: Language = 'el'): () => Texts {
  let texts: Texts | undefined
  return () => (texts ??= productTexts.textsOf(area, language))
}

/**
 * Returns a function that gives the Greek text of a stored name from one group of texts, such as `tax.type`, or the name itself if it
 * has none.
 */
export function paperNames(group: string, feature?: string): (stored: string) => string {
  const texts = textsOnce(feature)
  return (stored) => find(texts(), [...group.split('.'), stored]) ?? stored
}

/** Returns the paper texts of a feature; without `feature` those of the frame, and without `language` the Greek ones. */
export function paperTexts(feature?: string, language?: Language): PaperTexts {
  const texts = textsOnce(feature, language)
  return (key, places = {}) => {
    const text = find(texts()['paper'], key.split('.'))
    if (text === undefined) throw new Error(`${feature ?? FRAME} has no text paper.${key}`)
    return text.replace(/\{\{(\w+)\}\}/g, (_, place: string) => String(places[place] ?? ''))
  }
}

/**
 * Returns a function that makes a column of a table on a paper from its key below `column.`, its width in millimetres (null takes the
 * width that the other columns leave) and its alignment.
 */
export const paperColumns =
  (texts: PaperTexts) =>
  (key: string, width: number | null, align: 'left' | 'right' = 'left') => ({
    heading: texts(`column.${key}`),
    width,
    align,
  })

const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat('el', { useGrouping: 'always', ...options })
const money = number({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** The formats of unit prices, by their number of decimals. */
const prices = [2, 3, 4].map((decimals) => number({ minimumFractionDigits: decimals, maximumFractionDigits: 4 }))
const plain = number({ maximumFractionDigits: 4 })
const weekdays = new Intl.DateTimeFormat('el', { weekday: 'long', timeZone: 'UTC' })

/** Formats figures as Greek papers show them. */
export const onPaper = {
  /** Formats cents without the currency sign, for columns that name it. */
  amount: (cents: number): string => money.format(toNumber(cents, PLACES.cents)),
  /** Formats cents as euro. */
  euro: (cents: number): string => `${money.format(toNumber(cents, PLACES.cents))} €`,
  /** Formats a unit price without the currency sign. `decimals` is the least number of decimals: that of its column. */
  price: (unitPrice: number, decimals = 2): string =>
    (prices[decimals - 2] ?? plain).format(toNumber(unitPrice, PLACES.unitPrice)),
  quantity: (quantity: number): string => plain.format(toNumber(quantity, PLACES.quantity)),
  rate: (rate: number): string => `${plain.format(toNumber(rate, PLACES.rate))}%`,
  day: (day: string): string => dayText(day, 'el'),
  /** Formats a day with its weekday. */
  weekday: (day: string): string => `${weekdays.format(new Date(`${day}T00:00:00Z`))} ${dayText(day, 'el')}`,
  clock: (clock: string): string => wallClockText(clock, 'el'),
}
