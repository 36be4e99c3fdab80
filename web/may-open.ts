/** Links to pages of other features are shown only to people who may open those pages. */
import { useRouter } from '@tanstack/react-router'
import { may, type Right } from '#kernel/rights.ts'
import { useActing } from '#web/session.ts'

type Registered = { readonly options: { readonly staticData?: { readonly right?: Right } } }

/** Reports whether the signed-in person may open a page, by its registered path: `/order-detail/$id`. */
export function useMayOpen(path: string): boolean {
  const router = useRouter({ warn: false })
  const acting = useActing()
  const page = (router?.routesByPath as Readonly<Record<string, Registered>> | undefined)?.[path]
  if (page === undefined) return false
  const right = page.options.staticData?.right
  return right === undefined || may(acting, right)
}
