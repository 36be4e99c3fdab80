/** What people call the types and directions of payments, so that a search finds them by the words that the page shows. */
import { PAYMENT_BOUNDS, PAYMENT_TYPES } from '#features/payments/domain/payment.ts'
import { fold } from '#kernel/fold.ts'
import { LANGUAGES } from '#kernel/languages.ts'
import { productTexts } from '#server/texts/text-book.ts'

type Names = Readonly<Record<string, string>>

const texts = LANGUAGES.map(({ tag }) => productTexts.textsOf('cash-desk', tag) as { type: Names; bound: Names })

/** Returns the folded names of each value in all languages, with the value itself. */
const namesOf = <Value extends string>(group: 'type' | 'bound', values: readonly Value[]): [Value, string[]][] =>
  values.map((value) => [value, [value, ...texts.map((text) => text[group][value] ?? '')].map(fold)])

const TYPES = namesOf('type', PAYMENT_TYPES)
const BOUNDS = namesOf('bound', PAYMENT_BOUNDS)

/** From this length on the last letter may differ, so that επιταγή finds Επιταγές. */
const SHORTEST_STEM = 5

const meant = <Value extends string>(names: readonly [Value, string[]][], word: string): Value[] => {
  const folded = fold(word)
  const key = folded.length < SHORTEST_STEM ? folded : folded.slice(0, -1)
  return names.filter(([, all]) => all.some((name) => name.startsWith(key))).map(([value]) => value)
}

/** Returns the types of which a name in some language begins with the word, whatever its ending. */
export const typesNamed = (word: string) => meant(TYPES, word)
/** Returns the directions of which a name in some language begins with the word, whatever its ending. */
export const boundsNamed = (word: string) => meant(BOUNDS, word)
