/** Live updates: the server says what changed, the page reads again what it shows of it. */
import { useSyncExternalStore } from 'react'
import { invalidateTopics, queryClient } from '#web/query.ts'

const BATCH_MS = 200
const LONGEST_WAIT_MS = 30_000

export type LineState = 'idle' | 'connected' | 'reconnecting'

let state: LineState = 'idle'
let source: EventSource | null = null
let waiting = new Set<string>()
let batch: ReturnType<typeof setTimeout> | undefined
let retry: ReturnType<typeof setTimeout> | undefined
let failures = 0
const watchers = new Set<() => void>()

function setState(next: LineState): void {
  if (state === next) return
  state = next
  for (const watcher of watchers) watcher()
}

/** Starts listening; called once a person is signed in. */
export function startLive(): void {
  if (source !== null || typeof EventSource === 'undefined') return
  clearTimeout(retry)
  const opened = new EventSource('/app/live')
  source = opened
  opened.onopen = () => {
    // What changed while the line was down is unknown, so everything on screen is read again.
    if (failures > 0) void queryClient.invalidateQueries()
    failures = 0
    setState('connected')
  }
  opened.onmessage = (event) => receive(String(event.data))
  opened.onerror = () => {
    opened.close()
    if (source !== opened) return
    source = null
    failures += 1
    setState('reconnecting')
    const wait = Math.min(LONGEST_WAIT_MS, 500 * 2 ** Math.min(failures, 6))
    retry = setTimeout(startLive, wait * (0.5 + Math.random() / 2))
  }
}

/** Stops listening: signed out. */
export function stopLive(): void {
  clearTimeout(retry)
  clearTimeout(batch)
  batch = undefined
  waiting = new Set()
  source?.close()
  source = null
  failures = 0
  setState('idle')
}

/** Takes one message of the stream; changes within 200 ms are answered by one refresh. */
export function receive(data: string): void {
  const said: unknown = JSON.parse(data)
  if (typeof said !== 'object' || said === null || !('topics' in said) || !Array.isArray(said.topics)) return
  for (const topic of said.topics) waiting.add(String(topic))
  batch ??= setTimeout(() => {
    const topics = [...waiting]
    waiting = new Set()
    batch = undefined
    // '*' comes when the server itself missed changes for a while.
    if (topics.includes('*')) void queryClient.invalidateQueries()
    else invalidateTopics(queryClient, topics)
  }, BATCH_MS)
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Whether the line to the server stands, for the mark in the bar. */
export const useLineState = (): LineState => useSyncExternalStore(watch, () => state)
