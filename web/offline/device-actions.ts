/** What the signed-in person does on this device: kept before it is sent, and sent again whenever the line may be back. */
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { CommandContract, InputOf } from '#kernel/contract.ts'
import { refuse } from '#kernel/refusal.ts'
import { isAnotherPerson, newKey, Offline, runNamed } from '#web/api.ts'
import { useLineState } from '#web/live/live.ts'
import { invalidateTopics, queryClient } from '#web/query.ts'
import { checkSessionAgain, currentPerson, isSignedIn } from '#web/session.ts'
import { ActionQueue, type Outcome, type QueuedAction, type QueueState } from './action-queue.ts'
import { deviceStore } from './device-store.ts'

/** A line that answers nothing for so long is broken. */
const PATIENCE_MS = 20_000
/** A photo on a weak line needs longer: so many characters are sent in a second at the least. */
const SLOWEST_LINE = 10_000
const FIRST_WAIT_MS = 1_000
/** What has not arrived after so long is shown as waiting. */
const ON_ITS_WAY_MS = 1_500
const LONGEST_WAIT_MS = 30_000

const queues = new Map<number, ActionQueue>()
let retry: ReturnType<typeof setTimeout> | undefined
let failures = 0

/** The queue of a person; what another person left on this device stays theirs. */
function queueOf(personId: number): ActionQueue {
  const known = queues.get(personId)
  if (known) return known
  const queue = new ActionQueue(deviceStore(personId), (action) => send(personId, action))
  queues.set(personId, queue)
  return queue
}

async function send(personId: number, { command, input, key, topics }: QueuedAction): Promise<void> {
  // somebody else has signed in meanwhile, in another tab or over this page: what waits is not theirs to send
  const beforeEachTry = () => {
    if (!isSignedIn(personId)) throw new Offline('signed out')
  }
  const patience = PATIENCE_MS + Math.ceil((JSON.stringify(input).length / SLOWEST_LINE) * 1000)
  // the cookie may be another person's before this tab can know; the server looks
  await runNamed(command, input, { idempotencyKey: key, patience, beforeEachTry, personId }).catch((error: unknown) => {
    if (isAnotherPerson(error)) void checkSessionAgain()
    throw error
  })
  invalidateTopics(queryClient, topics)
}

/** Sends what waits; while the line is away it tries again by itself, ever more seldom. */
async function push(personId: number): Promise<void> {
  clearTimeout(retry)
  // a device that cannot be read just now is tried again like a line that is away
  const settled = await queueOf(personId)
    .flush()
    .catch(() => false)
  failures = settled ? 0 : failures + 1
  clearTimeout(retry)
  if (!settled && currentPerson()?.id === personId)
    retry = setTimeout(() => void push(personId), Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)))
}

/** How many actions of a person have not reached the server. */
export async function waitingActions(personId: number): Promise<number> {
  const queue = queueOf(personId)
  await queue.load()
  return queue.snapshot().actions.filter((action) => action.refusal === undefined).length
}

/** Sends what waits on this device as long as somebody is signed in, whatever page is open. */
export function useSending(personId: number | null): void {
  const line = useLineState()

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
    if (personId !== null && line === 'connected') void push(personId)
  }, [line, personId])
}

export type About = {
  /** What the action is about, as a topic: `orders:12`. */
  subject: string
  /** Whose it is, for the list of what waits. */
  name: string
  /** What is read again when the server has accepted it. */
  topics: readonly string[]
  /** It closes what was done before it: it is sent only when nothing before it waits. */
  afterAll?: boolean
}

/** One of several actions that are kept together. */
export type Act<C extends CommandContract = CommandContract> = {
  readonly contract: C
  readonly input: InputOf<C>
  readonly about: About
}

export type DeviceActions = QueueState & {
  /** What has not reached the server, without what was done this very moment. */
  readonly waiting: readonly QueuedAction[]
  readonly waitingCount: number
  /** Does an action: answers when it is kept on the device; it is sent as soon as the line allows. */
  act<C extends CommandContract>(contract: C, input: InputOf<C>, about: About): Promise<void>
  /** The same for several that belong together: all of them are kept on the device, or none is. */
  actAll(acts: readonly Act[]): Promise<void>
  /** The same for somebody who stands and waits: answers what has become of it, after `patience` ms at the latest. */
  actAndWait<C extends CommandContract>(
    contract: C,
    input: InputOf<C>,
    about: About,
    patience: number,
  ): Promise<Outcome>
  /** Takes a refused action off the list, once the person has read why. */
  readonly dismiss: (key: string) => void
  readonly tryNow: () => void
}

/** The actions of a person on this device, and the way to do another. */
export function useDeviceActions(personId: number): DeviceActions {
  const queue = queueOf(personId)
  const state = useSyncExternalStore(queue.subscribe, queue.snapshot)

  useEffect(() => {
    // what cannot be read now is shown as soon as it can
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
      // a full device, a private window: what is not safe here is not sent either
      await queue.addAll(actions).catch(() => refuse('unavailable', 'not-kept'))
      setTimeout(queue.ripen, ON_ITS_WAY_MS)
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
        const [key = ''] = await keep([{ contract, input, about }])
        await Promise.race([push(personId), new Promise((resolve) => setTimeout(resolve, patience))])
        return queue.outcomeOf(key)
      },
      dismiss: (key: string) => void queue.dismiss(key).catch(() => undefined),
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

/** Asks the browser not to throw away what waits when the device runs short of space. */
function askToStay(): void {
  if (asked) return
  asked = true
  // absent on plain http; a browser that says no changes nothing for us
  void navigator.storage?.persist?.().catch(() => undefined)
}
