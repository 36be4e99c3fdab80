/**
 * Verbs: what a person may ask for by typing, from any page. A feature declares its verbs beside its contracts, in `domain/verbs.ts`, with
 * the words by which people ask for them in all languages. Accents, case and the alphabet do not matter ("timologisi 176").
 */
import type { Entity } from '../entity.ts'
import { type Cents, cents, parseDecimal } from '../money.ts'
import { phoneticKey } from '../phonetic-key.ts'
import type { Right } from '../rights.ts'

export type Verb = {
  /** The name of the command that carries it out, or of the feature and the form that it opens. It is unique. */
  readonly name: string
  readonly right: Right
  /** The words that ask for it. One of each group must be typed, or its first three letters: new or create, and customer or client. */
  readonly words: readonly (readonly string[])[]
  /** What it is done with: a record of this kind, which is typed by its number or its name. Without it the verb needs nothing else. */
  readonly on?: Pick<Entity, 'name'>
  /** True if an amount is typed with it. */
  readonly amount?: true
  /** Reports whether the verb fits a record in this status. If it is left out, the verb fits each. */
  readonly fits?: (status: string | null) => boolean
}

type Declared = Pick<Verb, 'words' | 'on' | 'amount' | 'fits'>

/** Declares a verb of a command, or of the form that `name` and `right` stand for. */
export const defineVerb = ({ name, right }: Pick<Verb, 'name' | 'right'>, declared: Declared): Verb => ({
  name,
  right,
  ...declared,
})

/** What a text asks for. */
export type Understood = {
  readonly verb: Verb
  /** What is left of the text: the number or the name of the record. Empty if it is still to be typed, or if the verb needs none. */
  readonly subject: string
  /** Null if none was typed. */
  readonly amount: Cents | null
}

/** Words that say nothing by themselves, in all languages. */
const LITTLE = new Set(
  ['στο', 'στη', 'στην', 'στον', 'το', 'τη', 'την', 'τον', 'τα', 'για', 'από', 'βάλε', 'με', 'σε', 'αρ']
    .concat(['put', 'the', 'on', 'to', 'for', 'of', 'from', 'a', 'an', 'in', 'no'])
    .concat(['il', 'lo', 'la', 'le', 'sul', 'del', 'di', 'per', 'un', 'una', 'da', 'metti'])
    .concat(['el', 'los', 'las', 'en', 'al', 'de', 'para', 'pon'])
    .concat(['в', 'на', 'для', 'от', 'за', 'из', 'u', 'у', 'od', 'од', 'sa', 'са', 'stavi', 'стави'])
    .map(phoneticKey),
)

/** So many letters of a word are enough. */
const ENOUGH = 3

/** What a typed word may be as a number: 176, #176, 50, 50,50 or 50,50€. */
const NUMBER = /^#?\d+([.,]\d{1,2})?€?$/

/** Returns the place of the first group with a word that begins with `key`; -1 if there is none. */
const groupOf = (words: Verb['words'], key: string): number =>
  words.findIndex((group) =>
    group.some((word) => {
      const whole = phoneticKey(word)
      return whole === key || (key.length >= ENOUGH && whole.startsWith(key))
    }),
  )

/** Returns what is typed beside the words of the verb; null if the text does not ask for it. */
function understood(verb: Verb, typed: readonly string[]): Understood | null {
  const hit = new Set<number>()
  const rest: string[] = []
  for (const word of typed) {
    const group = NUMBER.test(word) ? -1 : groupOf(verb.words, phoneticKey(word))
    if (group >= 0) hit.add(group)
    else if (!LITTLE.has(phoneticKey(word)) && word !== '€') rest.push(word)
  }
  if (hit.size < verb.words.length) return null
  if (!verb.amount) {
    const subject = rest.join(' ').replace(/^#/, '')
    return verb.on === undefined && subject !== '' ? null : { verb, subject, amount: null }
  }
  const [amount, ...others] = rest.filter((word) => NUMBER.test(word))
  const read = amount === undefined ? null : parseDecimal(amount.replace('€', ''), 2)
  if (others.length > 0) return null
  return {
    verb,
    subject: rest.filter((word) => !NUMBER.test(word)).join(' '),
    amount: read === null ? null : cents(read),
  }
}

/** Returns the verbs for which a text asks, in their order. A verb of which more words were typed comes first. */
export function verbsIn(text: string, verbs: readonly Verb[]): readonly Understood[] {
  const typed = text.trim().split(/\s+/)
  return verbs
    .flatMap((verb) => understood(verb, typed) ?? [])
    .toSorted((one, other) => other.verb.words.length - one.verb.words.length)
}
