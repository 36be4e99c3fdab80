/** A browser history in which every page has one form of its address (C-15, C-16). */
import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'
import { canonicalPath, opensPage, type PageRoute } from '#web/routes.ts'

/** Returns the address in the form that links use. Query and fragment stay; a page may add to the query what it lacks. */
function canonicalAddress(address: string, pages: readonly PageRoute[]): string {
  const end = address.search(/[?#]/)
  const given = end < 0 ? address : address.slice(0, end)
  const patterns = pages.map((page) => page.path)
  const pathname = canonicalPath(given, patterns) ?? given
  const page = pages.find((candidate) => 'complete' in candidate && opensPage(candidate.path, pathname))
  return pathname + completed(end < 0 ? '' : address.slice(end), page)
}

/** Returns the query and fragment with what the page adds to them. */
function completed(tail: string, page: PageRoute | undefined): string {
  if (page === undefined || !('complete' in page)) return tail
  const [search = '', ...fragment] = tail.split(/(?=#)/)
  const query = new URLSearchParams(search.startsWith('#') ? '' : search)
  const before = query.toString()
  page.complete?.(query)
  if (query.toString() === before) return tail
  return `?${query.toString()}${search.startsWith('#') ? tail : fragment.join('')}`
}

/**
 * Opens the history. It hides other forms of an address from the router. The router treats two addresses that differ
 * only by a final slash as equal. A redirect between them would never end.
 */
export function canonicalHistory(pages: readonly PageRoute[]): RouterHistory {
  const history = createBrowserHistory()
  const { push, replace } = history
  history.push = (address, state, options) => push(canonicalAddress(address, pages), state, options)
  history.replace = (address, state, options) => replace(canonicalAddress(address, pages), state, options)
  const { href, state } = history.location
  if (canonicalAddress(href, pages) !== href) history.replace(href, state)
  return history
}
