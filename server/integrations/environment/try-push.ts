/** Tries push notifications: sends one to the devices of the person who asks. */
import type { TrialFault } from '#kernel/settings/environment.ts'
import type { Database, Rows } from '#server/db/database.ts'
import { readPushKeys } from '#server/push/push-keys.ts'
import { type PushAnswer, type PushDevice, sendPush } from '#server/push/send-push.ts'
import type { Sealing } from '#server/seal/sealing.ts'
import type { HookFailure, Hooks } from '../webhooks/hooks.ts'
import { failed, type TryIt, works } from './trial.ts'

/** The devices on which people switched notifications on. */
export type PushDevices = {
  /** Returns the devices of a person to which something may be sent now. */
  readonly readable: (rows: Rows, userId: number) => Promise<readonly PushDevice[]>
  /** Deletes a device whose browser has switched notifications off. */
  readonly forget: (rows: Rows, id: number) => Promise<unknown>
}

/** No devices, for the tests of services that notify nobody. */
export const NO_DEVICES: PushDevices = { readable: async () => [], forget: async () => 0 }

type Parts = {
  readonly db: Database
  readonly devices: PushDevices
  readonly hooks: Hooks
  readonly sealing: Sealing
  /** The address that people enter. */
  readonly publicUrl: string
}

const FAULTS: Readonly<Record<HookFailure, TrialFault>> = {
  'closed-address': 'wrong-address',
  'no-host': 'name-not-found',
  unreachable: 'unreachable',
  certificate: 'certificate',
  'no-encryption': 'no-encryption',
  'time-out': 'time-out',
  cut: 'cut',
}

const TITLE_PAGE = '/dashboard'

/** Returns the fault of an answer that took nothing. */
function faultOf(answer: PushAnswer | undefined): { fault: TrialFault; code: string } {
  if (!answer || !('status' in answer)) return { fault: 'no-device', code: '' }
  if (answer.failure !== null) return { fault: FAULTS[answer.failure], code: '' }
  return { fault: 'push-refused', code: `HTTP ${answer.status}` }
}

export const tryPush =
  ({ db, devices: known, hooks, sealing, publicUrl }: Parts): TryIt =>
  async ({ userId, subject, text }) => {
    const keys = await readPushKeys(db, sealing)
    if (keys === 'lost') return failed('key-lost')
    const devices = keys === 'none' || userId === null ? [] : await known.readable(db, userId)
    if (keys === 'none' || devices.length === 0) return failed('no-device')
    const message = { title: subject, body: text, to: TITLE_PAGE, tag: 'trial' }
    const answers: PushAnswer[] = []
    for (const device of devices) {
      const answer = await sendPush(hooks, { keys, publicUrl }, device, message)
      if (answer.kind === 'gone') await known.forget(db, device.id)
      answers.push(answer)
    }
    const taken = answers.filter(({ kind }) => kind === 'taken').length
    if (taken > 0) return works(String(taken))
    const { fault, code } = faultOf(answers.find(({ kind }) => kind !== 'gone'))
    return failed(fault, code)
  }
