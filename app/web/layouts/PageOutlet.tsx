/** Shows the open page inside its layout. */
import { Outlet, useRouterState } from '@tanstack/react-router'
import { may, type Right } from '#kernel/rights.ts'
import { NotAllowedPage } from '#app/web/pages/NotAllowedPage.tsx'
import { useActing, usePerson } from '#web/session.ts'

export type PageFacts = { titleKey?: string; feature?: string; right?: Right }

/** Returns the registered data of the open page. */
export function usePageFacts(): PageFacts {
  return useRouterState({ select: (state) => (state.matches.at(-1)?.staticData ?? {}) as PageFacts })
}

/** Shows the open page, or a message if the person has no access to it. */
export function PageOutlet() {
  const { right } = usePageFacts()
  const person = usePerson()
  const acting = useActing()
  if (right === undefined) return <Outlet />
  if (!may(acting, right)) return <NotAllowedPage />
  // If another person signs in, for example in another tab, the page starts again.
  return <Outlet key={person?.id} />
}
