/** The driver's queue on this device: kept in IndexedDB, sent through the api, started again whenever the line may be back. */
import { get, update } from 'idb-keyval'
import { useEffect, useSyncExternalStore } from 'react'
import { collectPayment } from '#features/payments/domain/contract.ts'
import { closeDelivery } from '#features/shipping/domain/contract.ts'
import { newKey, runCommand } from '#web/api.ts'
import { useLineState } from '#web/live.ts'
import { invalidateTopics, queryClient } from '#web/query.ts'
import { type DriverDeed, DriverQueue, type QueueEntry, type QueueState } from './driver-queue.ts'

/** A line that answers nothing for so long is broken. */
const PATIENCE_MS = 20_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

const queues = new Map<number, DriverQueue>()
let retry: ReturnType<typeof setTimeout> | undefined
let failures = 0

/** The queue of a person; what another person left on this device stays his. */
function queueOf(userId: number): DriverQueue {
  const known = queues.get(userId)
  if (known) return known
  const name = `driver-queue:${userId}`
  const queue = new DriverQueue(
    {
      read: async () => (await get<readonly QueueEntry[]>(name)) ?? [],
      change: (change) => update<readonly QueueEntry[]>(name, (entries) => change(entries ?? [])),
    },
    send,
  )
  queues.set(userId, queue)
  return queue
}

async function send({ deed, key, shipmentId, orderId }: QueueEntry): Promise<void> {
  const options = { idempotencyKey: key, signal: AbortSignal.timeout(PATIENCE_MS) }
  if (deed.kind === 'delivery') await runCommand(closeDelivery, deed.input, options)
  else await runCommand(collectPayment, deed.input, options)
  invalidateTopics(queryClient, ['shipments', `shipments:${shipmentId}`, `orders:${orderId}`, 'payments'])
}

/** Sends what waits; while the line is away it tries again by itself, ever more seldom. */
async function push(queue: DriverQueue): Promise<void> {
  clearTimeout(retry)
  const settled = await queue.flush()
  failures = settled ? 0 : failures + 1
  clearTimeout(retry)
  if (!settled)
    retry = setTimeout(() => void push(queue), Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)))
}

export type DeviceQueue = QueueState & {
  /** Does an action: kept on the device, then sent as soon as the line allows. */
  act: (deed: DriverDeed, stop: { shipmentId: number; orderId: number; name: string }) => Promise<void>
  dismiss: (key: string) => void
  tryNow: () => void
}

/** The signed-in person's queue, sent again when the line returns. */
export function useDeviceQueue(userId: number): DeviceQueue {
  const queue = queueOf(userId)
  const state = useSyncExternalStore(queue.subscribe, queue.snapshot)
  const line = useLineState()

  useEffect(() => {
    void queue.load().then(() => push(queue))
    const onLine = () => void push(queue)
    window.addEventListener('online', onLine)
    return () => {
      window.removeEventListener('online', onLine)
      clearTimeout(retry)
    }
  }, [queue])

  useEffect(() => {
    if (line === 'connected') void push(queue)
  }, [line, queue])

  return {
    ...state,
    act: async (deed, stop) => {
      await queue.add({ ...stop, deed, key: newKey(), at: new Date().toISOString() })
      void push(queue)
    },
    dismiss: (key) => void queue.dismiss(key),
    tryNow: () => void push(queue),
  }
}
