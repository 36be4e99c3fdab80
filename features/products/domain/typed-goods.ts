/** Says what a field offers for a text that names a product, and perhaps its figures behind it: "KER-10 12". */

/**
 * Joins what was found by the whole text with what was found by the text before its figures. The name of a product may end with a number, so the
 * former comes first, unless the text before the figures is a code.
 */
export function wholeOrTyped<Row extends { readonly id: number }>(
  whole: readonly Row[],
  typed: readonly Row[],
  isCode: boolean,
): readonly Row[] {
  const known = new Set<number>()
  return (isCode ? [...typed, ...whole] : [...whole, ...typed]).filter(({ id }) => !known.has(id) && known.add(id))
}
