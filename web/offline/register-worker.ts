/** Starts the service worker that stores the pages on the device. Activates a new version when no input can be lost. */
import type { AnyRouter } from '@tanstack/react-router'
import { tagOf } from '#kernel/languages.ts'
import { currentLanguage, onLanguageChange } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'

const LOOK_EVERY_MS = 60 * 60_000
/** After each such time the page looks whether its first data have been read. */
const DATA_LOOK_MS = 1_000
/** A page that reads all the time gets its worker after this time. */
const AT_THE_LATEST_MS = 10_000
/** A page that was hidden for this long is loaded again. */
const PUT_AWAY_MS = 5 * 60_000

/** Registers the worker for the built product only, and where browsers allow it: over https or on localhost. */
export function registerWorker(router: AnyRouter): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  afterFirstData(() => {
    void navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).then(
      (registration) => setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY_MS),
      // Private windows and full devices store nothing. The page still works online.
      () => undefined,
    )
  })
  afterFirstData(() => void navigator.serviceWorker.ready.then(keepLanguageOnDevice))
  onLanguageChange(() => void navigator.serviceWorker.ready.then(keepLanguageOnDevice))
  takeNewVersion(router)
  openPressedPages(router)
}

/**
 * Calls `start` when the data of the first page have been read. A worker that is installed earlier loads the files of all offline
 * pages while the first page needs the line and the processor.
 */
function afterFirstData(start: () => void): void {
  const until = performance.now() + AT_THE_LATEST_MS
  const look = (): void => {
    if (queryClient.isFetching() === 0 || performance.now() > until) start()
    else setTimeout(look, DATA_LOOK_MS)
  }
  setTimeout(look, DATA_LOOK_MS)
}

/**
 * Tells the worker which files (language, fonts) the page had loaded before the worker started, and the language whose texts it keeps, so that
 * pages which this device has not opened yet are offline in the person's language. The page itself loads only the texts that it shows.
 */
function keepLanguageOnDevice({ active }: ServiceWorkerRegistration): void {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  active?.postMessage(loaded.filter((path) => path.startsWith('/assets/')))
  active?.postMessage({ texts: tagOf(currentLanguage()) })
}

/** Opens the page of a notification that the person has pressed, in the tab that the worker chose. */
function openPressedPages(router: AnyRouter): void {
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { open } = (data ?? {}) as { open?: unknown }
    if (typeof open === 'string' && open.startsWith('/')) router.history.push(open)
  })
}

/**
 * The page of an old version continues with its own files. It is loaded again when the person opens another page, or
 * returns to a page without unfinished input.
 */
function takeNewVersion(router: AnyRouter): void {
  let old = false
  let hiddenAt = 0
  // The first worker of a device brings no new version.
  let first = navigator.serviceWorker.controller === null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    old ||= !first
    first = false
  })
  const begin = () => {
    // A running command must complete first.
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
