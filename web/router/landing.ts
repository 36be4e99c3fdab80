/** Decides which page opens after a sign-in (C-03, C-04). */
import { fold } from '#kernel/fold.ts'
import { may, type Role } from '#kernel/rights.ts'
import { FEATURES } from '#web/features.ts'
import { opensPage, type PageRoute } from '#web/routes.ts'

type Account = { actingRole: Role | null; section: string | null; firstName: string; landing: string }

/** Returns the remembered page if the account may open it, and else its landing page. */
export function landingFor(
  account: Account,
  remembered: string | null,
  pages: readonly PageRoute[] = FEATURES.flatMap((feature) => feature.pages),
): string {
  if (remembered === null || !/^\/(?![/\\])/.test(remembered)) return account.landing
  const pathname = remembered.split(/[?#]/)[0] ?? ''
  const page = pages.find((candidate) => opensPage(candidate.path, pathname))
  if (page === undefined || !('load' in page)) return account.landing
  const role = account.actingRole
  if (role === 'section' && !isOwnSection(account, page.path, pathname)) return account.landing
  return page.right === undefined || may(role, page.right) ? remembered : account.landing
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
