/**
 * The words for values of a list that history keeps as the product spells them. Each field names where its words are, as
 * `<namespace>:<key>`; the word of a value is the first that is there.
 */
export type HistoryWords = Readonly<Record<string, readonly string[]>>

/** Fields that records of several features have. */
export const COMMON_WORDS: HistoryWords = {
  status: ['frame:status'],
  mail: ['mail:status'],
  bound: ['loans:bound'],
  unit: ['frame:unit'],
}

/** The keys of the word for a value; none when the field holds no value of a list. */
export const wordKeys = (words: HistoryWords, field: string, value: string): string[] =>
  (words[field] ?? []).map((key) => `${key}.${value}`)
