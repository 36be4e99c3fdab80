/** Finds in the text of a statement what it writes. */

const VERBS = String.raw`insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?`
const WRITES = new RegExp(String.raw`\b(?:${VERBS})\b`, 'i')
const WRITTEN = new RegExp(String.raw`\b(${VERBS})\s+(?:only\s+)?(?:public\s*\.\s*)?([a-z_][a-z0-9_]*)`, 'gi')
/** Begins the columns of an update after its table, which may have another name in the statement. */
const SET = /^\s+(?:as\s+)?(?:(?!set\b)[a-z_][a-z0-9_]*\s+)?set\s/i
const ON_CONFLICT = /\bdo\s+update\s+set\s/gi
const INSERT = /\binsert\s+into\s/i

/** Reports whether a statement may write. Also true for a lock, as in `for update`. */
export const mayWrite = (text: string): boolean => WRITES.test(text)

export type WriteEvent = 'insert' | 'update' | 'delete'

/** A table that a statement writes, and how. `columns` are those of an update; null if they are not known. */
export type Write = { readonly table: string; readonly event: WriteEvent; readonly columns: readonly string[] | null }

/** Returns what a text writes: the word after each verb, which after a lock may be no table. Merges and truncates may be any event. */
export function writesIn(text: string): Write[] {
  const found = [...text.matchAll(WRITTEN)]
  return found.flatMap(({ 0: whole, 1: verb = '', 2: name = '', index }, place): Write[] => {
    const table = name.toLowerCase()
    const rest = text.slice(index + whole.length)
    if (/^delete/i.test(verb)) return [{ table, event: 'delete', columns: null }]
    if (/^update$/i.test(verb)) {
      const set = SET.exec(rest)
      return [{ table, event: 'update', columns: set ? columnsSet(rest.slice(set[0].length)) : null }]
    }
    if (!INSERT.test(whole))
      return (['insert', 'update', 'delete'] as const).map((event) => ({ table, event, columns: null }))
    // the clause `on conflict` comes before the next insert
    const next = found.slice(place + 1).find((other) => INSERT.test(other[0]))
    const own = text.slice(index, next?.index)
    const updates = [...own.matchAll(ON_CONFLICT)].map((match) => columnsSet(own.slice(match.index + match[0].length)))
    return [
      { table, event: 'insert', columns: null },
      ...updates.map((columns): Write => ({ table, event: 'update', columns })),
    ]
  })
}

/** Splits the text after `set` into its parts up to the clause that follows: quoted texts, parentheses, words and other signs. */
const PARTS = /'(?:[^']|'')*'|[(),;=]|[a-z_][a-z0-9_.]*|[^\s]/gi

/** Returns the columns that an update sets; null if one cannot be read. */
function columnsSet(text: string): string[] | null {
  const columns: string[] = []
  let depth = 0
  let before = ''
  // the words of an assignment before its sign
  let left: string[] | null = []
  for (const [part] of text.matchAll(PARTS)) {
    const word = part.toLowerCase()
    if (depth === 0 && (word === ';' || word === ')' || ends(word, before))) break
    if (word === '(') depth += 1
    else if (word === ')') depth -= 1
    else if (word === '=' && depth === 0 && left) {
      columns.push(...left)
      left = null
    } else if (word === ',' && depth === 0) {
      if (left) return null
      left = []
    } else if (left && /^[a-z_]/.test(word)) left.push(word.slice(word.lastIndexOf('.') + 1))
    else if (left && word !== ',') return null
    before = word
  }
  return left ? null : columns
}

/** Reports whether a word ends the assignments: a clause, and not a part of `is distinct from`. */
const ends = (word: string, before: string): boolean =>
  word === 'where' || word === 'returning' || (word === 'from' && before !== 'distinct')
