/** Starts the worker that keeps the pages on the device, and lets a new version in where nothing is lost by it. */
import type { AnyRouter } from '@tanstack/react-router'
import { queryClient } from '#web/query.ts'

const LOOK_EVERY_MS = 60 * 60_000
/** A page nobody has looked at for so long begins anew. */
const PUT_AWAY_MS = 5 * 60_000

/** Only the built product, and only where browsers allow it: over https, or on this very machine. */
export function registerWorker(router: AnyRouter): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  void navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).then(
    (registration) => setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY_MS),
    // private windows and full devices keep nothing; the page works with a line all the same
    () => undefined,
  )
  void navigator.serviceWorker.ready.then(nameLoadedFiles)
  takeNewVersion(router)
}

/** Names to the worker what the page has loaded before the worker was there: its language, its fonts. */
function nameLoadedFiles({ active }: ServiceWorkerRegistration): void {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  active?.postMessage(loaded.filter((path) => path.startsWith('/assets/')))
}

/**
 * The page of an old version goes on with its own files. It is loaded anew when the person goes to another page, or comes
 * back to one that shows nothing half done.
 */
function takeNewVersion(router: AnyRouter): void {
  let old = false
  let hiddenAt = 0
  // the first worker of a device brings no new version
  let first = navigator.serviceWorker.controller === null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    old ||= !first
    first = false
  })
  const begin = () => {
    // what is being sent arrives first
    if (old && queryClient.isMutating() === 0) window.location.reload()
  }
  router.subscribe('onBeforeLoad', ({ pathChanged }) => {
    if (pathChanged) begin()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now()
    else if (Date.now() - hiddenAt > PUT_AWAY_MS && !document.querySelector('form, [role="dialog"]')) begin()
  })
}
