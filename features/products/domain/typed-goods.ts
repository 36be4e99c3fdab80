/** Says what a field offers for a text that names a product, and perhaps its figures behind it: "KER-10 12". */
import { fold } from '#kernel/fold.ts'

/** The text as it was typed, and the part of it before the figures. */
export type TypedTexts = { readonly text: string; readonly head: string }

/**
 * Joins what was found by the whole text with what was found by the text before its figures. The name of a product may end with a number, so the
 * former comes first, unless only the text before the figures is exactly a code or a name of a product. `called` returns its codes and names.
 */
export function wholeOrTyped<Row extends { readonly id: number }>(
  whole: readonly Row[],
  typed: readonly Row[],
  { text, head }: TypedTexts,
  called: (row: Row) => readonly string[],
): readonly Row[] {
  const isExact = (rows: readonly Row[], said: string) =>
    rows.some((row) => called(row).some((one) => fold(one.trim()) === fold(said.trim())))
  const isHead = isExact(typed, head) && !isExact(whole, text)
  const known = new Set<number>()
  return (isHead ? [...typed, ...whole] : [...whole, ...typed]).filter(({ id }) => !known.has(id) && known.add(id))
}
