/** Navigation between pages, and screen state in the address. */
import { useRouter, useRouterState, useSearch } from '@tanstack/react-router'
import { type AnchorHTMLAttributes, type MouseEvent, type Ref, useCallback, useEffect, useMemo, useRef } from 'react'
import type { z } from 'zod'
import { useWatched } from '#web/watchers.ts'

type PageLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: string; ref?: Ref<HTMLAnchorElement> }

/** Reports whether a click should open the page in this tab: the main button without a modifier key. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A link to a page of the product (`/order-detail/12?tab=loans`). */
export function PageLink({ to, onClick, ref, children, ...rest }: PageLinkProps) {
  const go = useGo()
  return (
    <a
      {...rest}
      ref={ref}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainClick(event) || rest.target === '_blank') return
        event.preventDefault()
        go(to)
      }}
    >
      {children}
    </a>
  )
}

/**
 * Returns a function that opens a page by its address. With `replace` the back button skips the present page. With `unasked` no form asks
 * whether its changes may be lost, because the person was asked before.
 */
export function useGo(): (to: string, options?: { replace?: boolean; unasked?: boolean }) => void {
  const router = useRouter({ warn: false })
  return useCallback(
    (to, options = {}) => {
      if (router === undefined || router === null) window.location.assign(to)
      else if (options.replace) router.history.replace(to)
      else router.history.push(to, undefined, { ignoreBlocker: options.unasked ?? false })
    },
    [router],
  )
}

export type PageLeaving = {
  /** True while the page is drawn as one that is being left. */
  readonly leaving: boolean
  /** Reports the same at this moment, for a press that comes before the page is drawn again. */
  readonly isLeaving: () => boolean
}

/** Reports whether another page is on its way while the present one can still be seen, with everything that was typed. */
export function usePageLeaving(): PageLeaving {
  const router = useRouter({ warn: false })
  const [subscribe, isLeaving] = useMemo(() => {
    // a part that is drawn outside the pages leads nowhere
    if (router === undefined || router === null) return [() => () => undefined, () => false] as const
    return [
      (watcher: () => void) => {
        const ends = (['onBeforeNavigate', 'onResolved'] as const).map((event) => router.subscribe(event, watcher))
        return () => ends.forEach((end) => end())
      },
      () => {
        const shown = router.state.resolvedLocation?.pathname
        return shown !== undefined && shown !== router.latestLocation.pathname
      },
    ] as const
  }, [router])
  return { leaving: useWatched(subscribe, isLeaving), isLeaving }
}

/** Reports whether a command is running, or has succeeded and leads to a page that is on its way. */
export function usePendingUntilLeft(run: { readonly isPending: boolean; readonly isSuccess: boolean }): boolean {
  const { leaving } = usePageLeaving()
  return run.isPending || (run.isSuccess && leaving)
}

export type SearchTexts = Readonly<Record<string, string>>
export type SearchPatch = Readonly<Record<string, string | undefined>>
/** Changes parts of the query, or what a function makes of the newest query, which may not yet be drawn. */
type ChangeTexts = (patch: SearchPatch | ((newest: SearchTexts) => SearchPatch), options?: { push?: boolean }) => void

/**
 * Returns the query of the address as texts, and a function that changes parts of it. A change neither leaves nor
 * scrolls the page.
 */
export function useSearchTexts(): [SearchTexts, ChangeTexts] {
  const router = useRouter()
  const texts = useSearch({ strict: false }) as SearchTexts
  const arrived = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const here = useRef(router.latestLocation.pathname)
  useEffect(() => {
    // A page is drawn before the router reports its arrival.
    if (arrived === router.latestLocation.pathname) here.current = arrived
  }, [arrived, router])
  const change = useCallback<ChangeTexts>(
    (patch, options = {}) => {
      // A person who has clicked a link in the meantime stays on the way to that page.
      if (router.latestLocation.pathname !== here.current) return
      const before = router.latestLocation.search as SearchTexts
      const changes = typeof patch === 'function' ? patch(before) : patch
      const after = Object.fromEntries(
        Object.entries({ ...before, ...changes }).filter(([, value]) => value !== undefined && value !== ''),
      )
      void router.navigate({ to: '.', search: after, replace: !options.push, resetScroll: false })
    },
    [router],
  )
  return [texts, change]
}

/**
 * Keeps the state of a screen in the address. A zod object reads it from texts (`z.object({ tab: z.enum(['stock',
 * 'loans']).catch('stock') })`).
 */
export function useSearchState<S extends z.ZodObject>(schema: S): [z.output<S>, (patch: SearchPatch) => void] {
  const [texts, change] = useSearchTexts()
  return [schema.parse(texts), change]
}
