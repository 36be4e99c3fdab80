/** A browser history in which every page has one form of its address (C-15, C-16). */
import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'
import { canonicalPath } from '#web/routes.ts'

/** Returns the address in the form that links use. Query and fragment stay. */
function canonicalAddress(address: string, patterns: readonly string[]): string {
  const end = address.search(/[?#]/)
  const pathname = end < 0 ? address : address.slice(0, end)
  return (canonicalPath(pathname, patterns) ?? pathname) + (end < 0 ? '' : address.slice(end))
}

/**
 * Opens the history. It hides other forms of an address from the router. The router treats two addresses that differ
 * only by a final slash as equal. A redirect between them would never end.
 */
export function canonicalHistory(patterns: readonly string[]): RouterHistory {
  const history = createBrowserHistory()
  const { push, replace } = history
  history.push = (address, state, options) => push(canonicalAddress(address, patterns), state, options)
  history.replace = (address, state, options) => replace(canonicalAddress(address, patterns), state, options)
  const { href, state } = history.location
  if (canonicalAddress(href, patterns) !== href) history.replace(href, state)
  return history
}
