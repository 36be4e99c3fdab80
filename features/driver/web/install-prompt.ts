/** Stores the browser's offer to install the product. The browser makes it once, soon after the page is opened. */
import { shippingRights } from '#features/shipping/domain/rights.ts'
import { may } from '#kernel/rights.ts'
import { currentActing } from '#web/session.ts'
import { useWatched, watchers } from '#web/watchers.ts'

type InstallOffer = Event & { prompt(): Promise<unknown> }

let offer: InstallOffer | null = null
const { watch, changed } = watchers()

function keep(next: InstallOffer | null): void {
  offer = next
  changed()
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

/** Returns a function that asks the person to install the product, or null if the browser has made no offer. */
export function useInstall(): (() => void) | null {
  const offered = useWatched(watch, () => offer)
  if (offered === null) return null
  return () => {
    void offered.prompt().finally(() => keep(null))
  }
}
