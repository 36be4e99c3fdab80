/** The open page: what it registered, and its place inside the layout. */
import { Outlet, useRouterState } from '@tanstack/react-router'
import { may, type Right } from '#kernel/rights.ts'
import { NotAllowedPage } from '#web/pages/NotAllowedPage.tsx'
import { usePerson } from '#web/session.ts'

type PageFacts = { titleKey?: string; feature?: string; right?: Right }

/** What the open page registered. */
export function usePageFacts(): PageFacts {
  return useRouterState({ select: (state) => (state.matches.at(-1)?.staticData ?? {}) as PageFacts })
}

/** The page inside its layout, or the word that it is not this person's. */
export function PageOutlet() {
  const { right } = usePageFacts()
  const person = usePerson()
  if (right === undefined) return <Outlet />
  if (!may(person?.actingRole ?? null, right)) return <NotAllowedPage />
  // when somebody else has signed in (in another tab, for instance), the page begins anew
  return <Outlet key={person?.id} />
}
