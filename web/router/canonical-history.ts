/** The history of the browser, in which every address of a page has its one form (C-15, C-16). */
import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'
import { canonicalPath } from '#web/routes.ts'

/** Returns the address in the one form that links use; the query and the fragment stay. */
export function canonicalAddress(address: string, patterns: readonly string[]): string {
  const end = address.search(/[?#]/)
  const pathname = end < 0 ? address : address.slice(0, end)
  return (canonicalPath(pathname, patterns) ?? pathname) + (end < 0 ? '' : address.slice(end))
}

/**
 * Opens the history. The router never sees another form of an address: it takes two that differ only by a slash at the end
 * as one, so that a redirect from one to the other would never end.
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
