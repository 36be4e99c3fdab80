/** A text cut where it holds addresses of the web, so that they can be followed; nothing is fetched by showing them. */
export type Part = { readonly text: string; readonly href?: string }

const ADDRESS = /https?:\/\/[^\s<>"]+/gi

/** The parts of a text in their order; signs that end a sentence do not belong to an address. */
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
