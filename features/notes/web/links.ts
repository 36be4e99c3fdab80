/** Splits a text at the web addresses in it, so that they become links. Showing them sends no request. */
export type Part = { readonly text: string; readonly href?: string }

const ADDRESS = /https?:\/\/[^\s<>"]+/gi

/** Returns the parts of a text in order. Punctuation at the end of a sentence does not belong to an address. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const match of text.matchAll(ADDRESS)) {
    const href = match[0].replace(/[.,;:!?)\]}»'·]+$/, '')
    if (!URL.canParse(href)) continue
    if (match.index > from) parts.push({ text: text.slice(from, match.index) })
    parts.push({ text: href, href })
    from = match.index + href.length
  }
  if (from < text.length) parts.push({ text: text.slice(from) })
  return parts
}
