/** Finds in the text of a statement what it writes. */

const VERBS = String.raw`insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?`
const WRITES = new RegExp(String.raw`\b(?:${VERBS})\b`, 'i')
const WRITTEN = new RegExp(String.raw`\b(?:${VERBS})\s+(?:only\s+)?(?:public\s*\.\s*)?([a-z_][a-z0-9_]*)`, 'gi')

/** Reports whether a statement may write. Also true for a lock, as in `for update`. */
export const mayWrite = (text: string): boolean => WRITES.test(text)

/** Returns the names after the verbs of writing: tables, and after a lock perhaps another word. */
export const namesWritten = (text: string): string[] =>
  [...text.matchAll(WRITTEN)].map(([, name = '']) => name.toLowerCase())
