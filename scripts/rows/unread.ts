/** The statements whose rows no test reads, so that nothing compares their types: their number in each file. */
import type { Statement } from './declared-rows.ts'

export type Unread = Readonly<Record<string, number>>

/** Returns the files with more of these statements than are known. */
export const refuseUnread = (unread: readonly Statement[], known: Unread): string[] =>
  [...Map.groupBy(unread, ({ file }) => file)]
    .filter(([file, statements]) => statements.length > (known[file] ?? 0))
    .map(([file, statements]) => `${file}:${statements.map(({ line }) => line).join()} reads rows that no test reads`)

/** Returns the known ones without those that tests read now. */
export function loweredUnread(unread: readonly Statement[], known: Unread): Unread {
  const counts = Object.entries(known).map(([file, most]) => {
    const now = unread.filter((statement) => statement.file === file).length
    return [file, Math.min(now, most)] as const
  })
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}
