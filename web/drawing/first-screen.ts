/**
 * The first screen, which the server draws and the browser takes over. Both must draw the same, so they ask here what is known of
 * the device until the page is awake.
 */
import { type ComponentType, createElement, useEffect } from 'react'
import type { ScreenFacts } from '#kernel/drawing/drawing.ts'
import { useWatched, watchers } from '#web/watchers.ts'

type FirstScreen = Pick<ScreenFacts, 'height' | 'now'>

let shown: FirstScreen | null = null
let isAwake = false
const { watch, changed } = watchers()
/** Calls the watcher when the page is awake, also one that the browser draws itself. */
export const watchFirstScreen = watch

/** Says what the first screen is drawn for; null once the page is awake, and on pages that the browser draws itself. */
export function showFirstScreen(next: FirstScreen | null): void {
  if (next === shown) return
  shown = next
  changed()
}

/** Says that the page is awake. */
export function wakeScreen(): void {
  if (isAwake) return
  isAwake = true
  shown = null
  changed()
}

/** Returns what the first screen is drawn for, or null if the page is awake. */
export const firstScreen = (): FirstScreen | null => shown

/** Reports whether the page is awake. Parts that only the browser can draw are drawn then. */
export const useAwake = (): boolean => useWatched(watch, () => shown === null)

/** Says that the page is awake once the calling component is, which is the innermost one that every screen of this kind has. */
export const useWakesPage = (): void => useEffect(wakeScreen, [])

/** Returns a page that says that it is awake once it stands with all that listens in it. Its code has loaded then. */
export function wakesPage(Page: ComponentType): ComponentType {
  return function WakingPage() {
    useWakesPage()
    return createElement(Page)
  }
}

/** Returns the present moment, or that of the drawing until the page is awake. */
export const momentOfScreen = (): string => shown?.now ?? new Date().toISOString()

/** Returns the height of the window in pixels, or that of the drawing until the page is awake. */
export const heightOfScreen = (): number => shown?.height ?? window.innerHeight
