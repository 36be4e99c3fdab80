/** Provides a valid input for each command and query of notifications, for tests that call all of them. */
import { createECDH, randomBytes } from 'node:crypto'
import { fixed, type HistorySample, type Samples } from '#server/samples/sample-parts.ts'

const RETURNED = 'orders.returned'

/** Returns what a browser sends that switches notifications on. */
function newDevice() {
  const pair = createECDH('prime256v1')
  return {
    endpoint: `https://push.example/${randomBytes(8).toString('hex')}`,
    p256dh: pair.generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
    language: 'gr',
  }
}

export const samples: Samples = () => ({
  'notifications.list': fixed(),
  'notifications.count': fixed(),
  'notifications.things': fixed({ kind: RETURNED }),
  'notifications.read': fixed({ key: RETURNED }),
  'notifications.snooze': fixed({ key: RETURNED, snoozed: true }),
  'notifications.choose': fixed({ kind: RETURNED, shown: false }),
  'notifications.devices': fixed(),
  'notifications.begin-device': fixed(),
  'notifications.turn-on-device': async () => newDevice(),
  'notifications.keep-device': fixed({ endpoint: 'https://push.example/kept' }),
  'notifications.remove-device': fixed({ id: 1 }),
})

export const historySample: HistorySample = {
  silent: [
    'notifications.read',
    'notifications.snooze',
    'notifications.choose',
    'notifications.begin-device',
    'notifications.turn-on-device',
    'notifications.keep-device',
    'notifications.remove-device',
  ],
}
