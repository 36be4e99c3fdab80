/**
 * The actions of the signed-in person on this device. They are stored before they are sent, and sent again when the
 * connection may be back.
 */
import { useEffect, useMemo } from 'react'
import type { CommandContract, InputOf } from '#kernel/contract.ts'
import { refuse, Refused } from '#kernel/refusal.ts'
import { isAnotherPerson, newKey, Offline, runNamed } from '#web/api.ts'
import { useConnectionState } from '#web/live/live.ts'
import { checkSessionAgain, currentPerson, isSignedIn } from '#web/session.ts'
import { ActionQueue, type Outcome, type QueuedAction, type QueueState } from './action-queue.ts'
import { deviceStore } from './device-store.ts'
import { useWatched } from '#web/watchers.ts'

/** After this many milliseconds without an answer a request has failed. */
const PATIENCE_MS = 20_000
/** Photos need more time on a slow connection. At least this many characters are sent per second. */
const LEAST_CHARACTERS_PER_SECOND = 10_000
const FIRST_WAIT_MS = 1_000
/** An action that is under way for longer is shown as waiting. */
const ON_ITS_WAY_MS = 1_500
const LONGEST_WAIT_MS = 30_000

const queues = new Map<number, ActionQueue>()
let retry: ReturnType<typeof setTimeout> | undefined
let failures = 0

/** Returns the queue of a person. Another person's actions on this device stay separate. */
function queueOf(personId: number): ActionQueue {
  const known = queues.get(personId)
  if (known) return known
  const queue = new ActionQueue(
    deviceStore(personId),
    (action) => send(personId, action),
    () => navigator.onLine,
  )
  queues.set(personId, queue)
  return queue
}

async function send(personId: number, { command, input, key }: QueuedAction): Promise<void> {
  // Another person has signed in, in another tab or over this page, so the action must wait.
  const beforeEachTry = () => {
    if (!isSignedIn(personId)) throw new Offline('signed out')
  }
  const patience = PATIENCE_MS + Math.ceil((JSON.stringify(input).length / LEAST_CHARACTERS_PER_SECOND) * 1000)
  // The cookie may belong to another person before this tab knows, so the server checks it.
  await runNamed(command, input, { idempotencyKey: key, patience, beforeEachTry, personId }).catch((error: unknown) => {
    // the action was done long ago, and only the answer to it is gone
    if (error instanceof Refused && error.refusal.code === 'idempotency-answer-gone') return
    if (isAnotherPerson(error)) void checkSessionAgain()
    throw error
  })
}

/** Sends the waiting actions. While offline it tries again with growing pauses. */
async function push(personId: number): Promise<void> {
  clearTimeout(retry)
  // A device that cannot be read is treated like a missing connection.
  const settled = await queueOf(personId)
    .flush()
    .catch(() => false)
  failures = settled ? 0 : failures + 1
  clearTimeout(retry)
  if (!settled && currentPerson()?.id === personId)
    retry = setTimeout(() => void push(personId), Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)))
}

/** Returns how many actions of a person have not reached the server. */
export async function waitingActions(personId: number): Promise<number> {
  const queue = queueOf(personId)
  await queue.load()
  return queue.snapshot().actions.filter((action) => action.refusal === undefined).length
}

/** Sends the waiting actions of this device while a person is signed in, on every page. */
export function useSending(personId: number | null): void {
  const connection = useConnectionState()

  useEffect(() => {
    if (personId === null) return
    void queueOf(personId)
      .load()
      .catch(() => undefined)
      .then(() => push(personId))
    const again = () => void push(personId)
    window.addEventListener('online', again)
    return () => {
      window.removeEventListener('online', again)
      clearTimeout(retry)
    }
  }, [personId])

  useEffect(() => {
    if (personId !== null && connection === 'connected') void push(personId)
  }, [connection, personId])
}

export type About = {
  /** The record of the action as a topic: `orders:12`. */
  subject: string
  /** The name to show in the list of waiting actions. */
  name: string
  /** True if the action completes earlier ones. It is sent only when no earlier action waits. */
  afterAll?: boolean
  /** True if the input contains a photo. It is sent when no other action can be sent. */
  large?: boolean
}

/** One of several actions that are stored together. */
export type Act<C extends CommandContract = CommandContract> = {
  readonly contract: C
  readonly input: InputOf<C>
  readonly about: About
}

export type DeviceActions = QueueState & {
  /** The actions that have not reached the server, without those just sent. */
  readonly waiting: readonly QueuedAction[]
  readonly waitingCount: number
  /** Queues an action. Resolves when it is stored on the device, and sends it as soon as possible. */
  act<C extends CommandContract>(contract: C, input: InputOf<C>, about: About): Promise<void>
  /** Queues several actions that belong together. All of them are stored on the device, or none. */
  actAll(acts: readonly Act[]): Promise<void>
  /** Queues an action and waits for its result, for at most `patience` milliseconds. */
  actAndWait<C extends CommandContract>(
    contract: C,
    input: InputOf<C>,
    about: About,
    patience: number,
  ): Promise<Outcome>
  /** Removes a refused action from the list, after the person has read the reason. */
  readonly dismiss: (key: string | null) => void
  /** Withdraws actions that were never sent, all or none. Returns false if the server may know one of them. */
  readonly withdraw: (keys: readonly string[]) => Promise<boolean>
  readonly tryNow: () => void
}

/** Returns the actions of a person on this device, and functions to add and dismiss them. */
export function useDeviceActions(personId: number): DeviceActions {
  const queue = queueOf(personId)
  const state = useWatched(queue.subscribe, queue.snapshot)

  useEffect(() => {
    // Data that cannot be read now are shown later.
    void queue.load().catch(() => undefined)
  }, [queue])

  const ways = useMemo(() => {
    const keep = async (acts: readonly Act[]): Promise<string[]> => {
      askToStay()
      const at = new Date().toISOString()
      const actions = acts.map(({ contract, input, about }) => ({
        ...about,
        key: newKey(),
        command: contract.name,
        input,
        at,
      }))
      // The device is full or the window private. An action that is not stored must not be sent.
      await queue.addAll(actions).catch(() => refuse('unavailable', 'not-kept'))
      setTimeout(queue.markWaiting, ON_ITS_WAY_MS)
      return actions.map(({ key }) => key)
    }
    return {
      act: async (contract: CommandContract, input: unknown, about: About) => {
        await keep([{ contract, input, about }])
        void push(personId)
      },
      actAll: async (acts: readonly Act[]) => {
        await keep(acts)
        void push(personId)
      },
      actAndWait: async (contract: CommandContract, input: unknown, about: About, patience: number) => {
        // it fails only with the refusal of the device
        const stored = await keep([{ contract, input, about }]).catch((error: Refused) => error)
        if (stored instanceof Refused) return { kind: 'refused', refusal: stored.refusal, key: null } as const
        await Promise.race([push(personId), new Promise((resolve) => setTimeout(resolve, patience))])
        return queue.outcomeOf(stored[0] ?? '')
      },
      dismiss: (key: string | null) => void (key !== null && queue.dismiss(key).catch(() => undefined)),
      withdraw: (keys: readonly string[]) => queue.withdraw(keys),
      tryNow: () => void push(personId),
    }
  }, [queue, personId])

  const { actions, fresh } = state
  const waiting = useMemo(
    () => actions.filter(({ key, refusal }) => refusal === undefined && !fresh.has(key)),
    [actions, fresh],
  )
  return { ...state, ...ways, waiting, waitingCount: waiting.length }
}

let asked = false

/** Asks the browser to keep the stored actions when the device runs short of space. */
function askToStay(): void {
  if (asked) return
  asked = true
  // The function is missing on plain http, and a refusal has no consequences here.
  void navigator.storage?.persist?.().catch(() => undefined)
}
