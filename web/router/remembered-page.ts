/** Remembers the page that asked for a sign-in (C-04). */

const CAME_FROM = 'cameFrom'

/** The page that the server refused. It would fail again after the next sign-in. */
let failedPage: string | null = null

/** Keeps a page from being remembered, until a person signs in. */
export function pageFailed(path: string): void {
  failedPage = path
}

/** Lets the page that failed be remembered again. */
export function forgetFailedPage(): void {
  failedPage = null
}

/** Remembers the page that asked for a sign-in, except for the root and for a page that has failed. */
export function rememberPage(href: string): void {
  if (href === '/' || href.startsWith('/?') || href.split(/[?#]/)[0] === failedPage) return
  sessionStorage.setItem(CAME_FROM, href)
}

/** Returns the remembered page and forgets it. */
export function takeRememberedPage(): string | null {
  const href = sessionStorage.getItem(CAME_FROM)
  sessionStorage.removeItem(CAME_FROM)
  return href
}
