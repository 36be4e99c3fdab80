/** The browser's offer to put the product on the home screen; it comes once, soon after the page was opened. */
import { useSyncExternalStore } from 'react'
import { shippingRights } from '#features/shipping/domain/rights.ts'
import { may } from '#kernel/rights.ts'
import { currentPerson } from '#web/session.ts'

type InstallOffer = Event & { prompt(): Promise<unknown> }

let offer: InstallOffer | null = null
const watchers = new Set<() => void>()

function keep(next: InstallOffer | null): void {
  offer = next
  for (const watcher of watchers) watcher()
}

/** Begins to listen; the offer comes before the driver's page has been read. Everybody else has the browser's own. */
export function awaitInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!may(currentPerson()?.actingRole ?? null, shippingRights.drive)) return
    event.preventDefault()
    keep(event as InstallOffer)
  })
  window.addEventListener('appinstalled', () => keep(null))
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Asks the browser to install the product; null when it offers nothing. */
export function useInstall(): (() => void) | null {
  const offered = useSyncExternalStore(watch, () => offer)
  if (offered === null) return null
  return () => {
    void offered.prompt().finally(() => keep(null))
  }
}
