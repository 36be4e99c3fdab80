/** Signs what is sent to a receiver, by the scheme of Standard Webhooks (standardwebhooks.com). */
import { createHmac, randomBytes } from 'node:crypto'

/** How every secret begins, so that people recognise it. */
export const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** Returns a new secret in the form in which libraries of receivers take it. */
export const newSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')

type Message = { readonly eventId: string; readonly body: string }

/** Returns the headers of one sending. The time is that of the sending, so that a receiver refuses an old copy. */
export function signedHeaders(secret: string, { eventId, body }: Message, at: Date): Record<string, string> {
  const id = `msg_${eventId}`
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'Kerino-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}
