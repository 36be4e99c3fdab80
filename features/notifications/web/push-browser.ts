/** Switches notifications on in this browser, and says why that is not possible. */
import { currentLanguage } from '#web/i18n.ts'
import { runCommand } from '#web/api.ts'
import { beginDevice, keepDevice, turnOnDevice } from '../domain/push-contract.ts'

/**
 * `insecure`: the page has no https. `home-screen`: an iPhone or iPad shows notifications only of pages that are on its home screen.
 * `denied`: the person or the device has forbidden it. `dismissed`: the person closed the question. `no-worker`: the browser does not
 * store the page, as in a private window. `no-service`: the push service of the browser does not answer.
 */
export type Hindrance = 'insecure' | 'home-screen' | 'unsupported' | 'denied' | 'dismissed' | 'no-worker' | 'no-service'

/** Stops the switching on, with the reason for the person. */
export class NoPush extends Error {
  readonly hindrance: Hindrance
  constructor(hindrance: Hindrance) {
    super(hindrance)
    this.hindrance = hindrance
  }
}

/** An iPad calls itself a Mac, but no Mac has a touch screen. */
const isIphoneOrIpad = (): boolean =>
  /iP(hone|ad|od)/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** Returns why this browser cannot show notifications, as far as it is known before the person is asked; or null. */
export function hindranceHere(): Hindrance | null {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isIphoneOrIpad() ? 'home-screen' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : null
}

const bytesOf = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const textOf = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

async function subscriptionFor(push: PushManager, publicKey: string): Promise<PushSubscription> {
  const existing = await push.getSubscription()
  if (existing !== null && textOf(existing.options.applicationServerKey) === publicKey) return existing
  // the browser refuses a second key
  await existing?.unsubscribe()
  return push.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }).catch((error: unknown) => {
    throw error instanceof DOMException ? new NoPush(error.name === 'NotAllowedError' ? 'denied' : 'no-service') : error
  })
}

/** Asks the person for the permission, and switches notifications on. Must be called from a press. Throws NoPush with the reason. */
export async function turnOnHere(): Promise<void> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') throw new NoPush(permission === 'denied' ? 'denied' : 'dismissed')
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) throw new NoPush('no-worker')
  const { publicKey } = await runCommand(beginDevice, {})
  const subscription = await subscriptionFor(registration.pushManager, publicKey)
  await runCommand(turnOnDevice, {
    endpoint: subscription.endpoint,
    p256dh: textOf(subscription.getKey('p256dh')),
    auth: textOf(subscription.getKey('auth')),
    language: currentLanguage(),
  })
}

const ownSubscription = async (): Promise<PushSubscription | null> =>
  hindranceHere() === null
    ? ((await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null)
    : null

/** Ends the subscription of this browser, after the server has removed the device. */
export async function turnOffHere(): Promise<void> {
  await (await ownSubscription())?.unsubscribe()
}

/** Continues the notifications of this browser after the person has signed in again. A failure is ignored. */
export async function keepOnHere(): Promise<void> {
  try {
    const subscription = await ownSubscription()
    if (subscription !== null) await runCommand(keepDevice, { endpoint: subscription.endpoint })
  } catch {
    // the next page tries it again
  }
}
