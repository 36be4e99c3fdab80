/** Moving between pages and keeping the state of a screen in its address. */
import { useRouter, useRouterState, useSearch } from '@tanstack/react-router'
import { type AnchorHTMLAttributes, type MouseEvent, type Ref, useCallback, useEffect, useRef } from 'react'
import type { z } from 'zod'

type PageLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: string; ref?: Ref<HTMLAnchorElement> }

/** True for a press that should stay on this page's tab: the main button, without a modifier. */
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

/** Opens a page by its address; `replace` leaves no step for the back button. */
export function useGo(): (to: string, options?: { replace?: boolean }) => void {
  const router = useRouter({ warn: false })
  return useCallback(
    (to, options = {}) => {
      if (router === undefined || router === null) window.location.assign(to)
      else if (options.replace) router.history.replace(to)
      else router.history.push(to)
    },
    [router],
  )
}

export type SearchTexts = Readonly<Record<string, string>>
export type SearchPatch = Readonly<Record<string, string | undefined>>

/** The query of the address as texts, and a way to change parts of it without leaving the page or scrolling. */
export function useSearchTexts(): [SearchTexts, (patch: SearchPatch, options?: { push?: boolean }) => void] {
  const router = useRouter()
  const texts = useSearch({ strict: false }) as SearchTexts
  const arrived = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const here = useRef(router.latestLocation.pathname)
  useEffect(() => {
    // a page is drawn before the router calls itself arrived
    if (arrived === router.latestLocation.pathname) here.current = arrived
  }, [arrived, router])
  const change = useCallback(
    (patch: SearchPatch, options: { push?: boolean } = {}) => {
      // who has pressed a link meanwhile is on the way to another page, and stays on it
      if (router.latestLocation.pathname !== here.current) return
      const before = router.state.location.search as Record<string, string>
      const after = Object.fromEntries(
        Object.entries({ ...before, ...patch }).filter(([, value]) => value !== undefined && value !== ''),
      )
      void router.navigate({ to: '.', search: after, replace: !options.push, resetScroll: false })
    },
    [router],
  )
  return [texts, change]
}

/**
 * State of a screen kept in its address, read through a zod object whose fields take texts
 * (`z.object({ tab: z.enum(['stock', 'loans']).catch('stock') })`).
 */
export function useSearchState<S extends z.ZodObject>(schema: S): [z.output<S>, (patch: SearchPatch) => void] {
  const [texts, change] = useSearchTexts()
  return [schema.parse(texts), change]
}
