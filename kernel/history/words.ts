/**
 * Names the translations of list values that the history stores as codes. Each field lists its translation groups as
 * `<namespace>:<key>`; the first group that has the value is used.
 */
export type HistoryWords = Readonly<Record<string, readonly string[]>>

/** Translation groups of fields that several features share. */
export const COMMON_WORDS: HistoryWords = {
  status: ['frame:status'],
  mail: ['mail:status'],
  bound: ['loans:bound'],
  unit: ['frame:unit'],
  cashLimit: ['frame:cash-limit'],
}

/** Returns the translation keys to try for a value, in order; empty if the field holds no value of a list. */
export const wordKeys = (words: HistoryWords, field: string, value: string): string[] =>
  (words[field] ?? []).map((key) => `${key}.${value}`)

/**
 * Returns the keys of the texts to try for the name of an entry, in order. What programs write at the data API has one text for each
 * method, and one of its own where a table says more: `command.data-api.patch-tasks`.
 */
export function entryKeys(name: string): string[] {
  const method = /^data-api\.(?:post|patch|delete)(?=-)/.exec(name)?.[0]
  return [`command.${name}`, ...(method === undefined ? [] : [`command.${method}`])]
}
