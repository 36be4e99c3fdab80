/** Stores the browser's offer to install the product. The browser makes it once, soon after the page is opened. */
import { useSyncExternalStore } from 'react'
import { shippingRights } from '#features/shipping/domain/rights.ts'
import { may } from '#kernel/rights.ts'
import { currentActing } from '#web/session.ts'

type InstallOffer = Event & { prompt(): Promise<unknown> }

let offer: InstallOffer | null = null
const watchers = new Set<() => void>()

function keep(next: InstallOffer | null): void {
  offer = next
  for (const watcher of watchers) watcher()
}

/** Listens for the offer, which comes before the driver's page is loaded. Other pages keep the browser's own prompt. */
export function awaitInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!may(currentActing(), shippingRights.drive)) return
    event.preventDefault()
    keep(event as InstallOffer)
  })
  window.addEventListener('appinstalled', () => keep(null))
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Returns a function that asks the person to install the product, or null if the browser has made no offer. */
export function useInstall(): (() => void) | null {
  const offered = useSyncExternalStore(watch, () => offer)
  if (offered === null) return null
  return () => {
    void offered.prompt().finally(() => keep(null))
  }
}
