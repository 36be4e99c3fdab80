import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useGo } from '#web/navigation.tsx'
import { rememberPage } from '#web/router/remembered-page.ts'
import { usePerson } from '#web/session.ts'
import { useFactorDemanded } from '#web/lock/demanded-factor.ts'

/** The pages that a person without the demanded factor may open: its set-up, and the end of the session. */
const OPEN = ['/second-factor', '/logout']

/** Shows the page, or leads a person who must first set up a second factor there. The page is remembered for afterwards. */
export function UnlessFactorDemanded({ children }: { children: ReactNode }) {
  const go = useGo()
  const demanded = useFactorDemanded()
  const person = usePerson()
  // the page that is drawn now: the address is ahead of it while the next page is loaded
  const page = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '' })
  const leads = demanded && person !== null && !OPEN.includes(page)
  useEffect(() => {
    if (!leads) return
    if (page !== '/login') rememberPage(window.location.pathname + window.location.search)
    go('/second-factor', { replace: true })
  }, [leads, page, go])
  return leads ? null : children
}
