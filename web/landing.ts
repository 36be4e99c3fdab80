/** Where a person arrives after signing in (rulings C-03, C-04). */
import { actingRole, may } from '#kernel/rights.ts'
import { FEATURES } from '#web/features.ts'
import { opensPage, type PageRoute } from '#web/routes.ts'

type Account = { role: string | null; firstName: string; landing: string }

/** The remembered page if this account may open it, else its landing page. */
export function landingFor(
  account: Account,
  remembered: string | null,
  pages: readonly PageRoute[] = FEATURES.flatMap((feature) => feature.pages),
): string {
  if (remembered === null || !/^\/(?![/\\])/.test(remembered)) return account.landing
  const pathname = remembered.split(/[?#]/)[0] ?? ''
  const page = pages.find((candidate) => opensPage(candidate.path, pathname))
  if (page === undefined || !('load' in page)) return account.landing
  return page.right === undefined || may(actingRole(account), page.right) ? remembered : account.landing
}
