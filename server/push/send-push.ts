/** Sends a message to a device through the push service of its browser. Only the browser can decrypt it (RFC 8291). */
import { createECDH, createHash } from 'node:crypto'
import webPush from 'web-push'
import type { HookFailure, Hooks } from '#server/integrations/webhooks/hooks.ts'
import type { PushKeys } from './push-keys.ts'

export type PushDevice = {
  readonly id: number
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** What the device shows, and the page that it opens. */
export type PushMessage = {
  readonly title: string
  readonly body: string
  readonly to: string
  /** A message replaces an earlier one with the same tag, so that a repeated one is shown once. */
  readonly tag: string
}

/**
 * `taken`: the push service has accepted the message. `gone`: the browser has switched notifications off. `later`: a repeat may
 * succeed. `refused`: a repeat would fail too.
 */
export type PushAnswer =
  | { readonly kind: 'taken' | 'gone' }
  | { readonly kind: 'later' | 'refused'; readonly status: number | null; readonly failure: HookFailure | null }

/** The push service drops a message that it could not deliver within a day. */
const LIFE_SECONDS = 86_400
/** Push services accept 4,096 encrypted bytes, and a character may need four of them. */
const MOST_TITLE = 200
const MOST_BODY = 300

const cut = (text: string, most: number): string => {
  const characters = Array.from(text.replace(/\s+/g, ' ').trim())
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 1).join('')}…`
}

/** Reports whether a text is the public key of a browser: a point of the curve P-256. */
export function isDeviceKey(p256dh: string): boolean {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    return own.computeSecret(Buffer.from(p256dh, 'base64url')).length > 0
  } catch {
    return false
  }
}

/** Returns the address at which a push service may reach the sender. Services refuse an address without https. */
const subjectOf = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? publicUrl : 'mailto:postmaster@localhost'

/** Sends once. Never throws for a failure of the service or the connection. */
export async function sendPush(
  hooks: Hooks,
  { keys, publicUrl }: { readonly keys: PushKeys; readonly publicUrl: string },
  { endpoint, p256dh, auth }: PushDevice,
  { title, body, to, tag }: PushMessage,
): Promise<PushAnswer> {
  const payload = JSON.stringify({ title: cut(title, MOST_TITLE), body: cut(body, MOST_BODY), to, tag })
  const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject: subjectOf(publicUrl), ...keys },
    TTL: LIFE_SECONDS,
    urgency: 'normal',
    // the service keeps only the last message of a topic for a device that is offline
    topic: createHash('sha256').update(tag).digest('base64url').slice(0, 32),
    contentEncoding: 'aes128gcm',
  })
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  )
  const answer = await hooks.post(endpoint, headers, request.body ?? '')
  const status = 'status' in answer ? answer.status : null
  const failure = 'failure' in answer ? answer.failure : null
  if (status !== null && status >= 200 && status < 300) return { kind: 'taken' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const again = failure === null ? status === 429 || (status ?? 0) >= 500 : failure !== 'closed-address'
  return { kind: again ? 'later' : 'refused', status, failure }
}
