/** Decides which page opens after a sign-in (C-03, C-04). */
import { fold } from '#kernel/fold.ts'
import { may, type RightChanges, type Role, TODAY_PAGE } from '#kernel/rights.ts'
import { FEATURES } from '#app/web/features.ts'
import { opensPage, type PageRoute } from '#web/routes.ts'

type Account = {
  readonly actingRole: Role | null
  readonly rightChanges?: RightChanges | undefined
  readonly section: string | null
  readonly firstName: string
  readonly landing: string
}

const ALL_PAGES: readonly PageRoute[] = FEATURES.flatMap((feature) => feature.pages)

/**
 * Returns the remembered page if the account may open it, and else its landing page. A landing page that the account may not open
 * (an administrator took the right from its role) is replaced by the dashboard.
 */
export function landingFor(account: Account, remembered: string | null, pages = ALL_PAGES): string {
  return remembered !== null && opens(account, remembered, pages) ? remembered : ownLanding(account, pages)
}

function ownLanding(account: Account, pages: readonly PageRoute[]): string {
  const page = pageAt(account.landing, pages)
  return page === undefined || mayOpen(account, page) ? account.landing : TODAY_PAGE
}

const pathOf = (address: string): string => address.split(/[?#]/)[0] ?? ''

const pageAt = (address: string, pages: readonly PageRoute[]): PageRoute | undefined =>
  pages.find((candidate) => opensPage(candidate.path, pathOf(address)))

const mayOpen = ({ actingRole: role, rightChanges = {} }: Account, page: PageRoute): boolean =>
  !('load' in page) || page.right === undefined || may({ role, rightChanges }, page.right)

function opens(account: Account, address: string, pages: readonly PageRoute[]): boolean {
  if (!/^\/(?![/\\])/.test(address)) return false
  const page = pageAt(address, pages)
  if (page === undefined || !('load' in page)) return false
  if (account.actingRole === 'section' && !isOwnSection(account, page.path, pathOf(address))) return false
  return mayOpen(account, page)
}

/** Returns false for the page of another section. The address has the name of a section or its account name (C-18). */
function isOwnSection({ section, firstName }: Account, pattern: string, pathname: string): boolean {
  const place = pattern.split('/').indexOf('$section')
  if (place < 0) return true
  const asked = fold(readable(pathname.split('/')[place] ?? ''))
  return section !== null && (asked === fold(section) || asked === fold(firstName))
}

/** Decodes a part of an address. A part that cannot be decoded is returned unchanged. */
function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
