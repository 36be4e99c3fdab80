/** Collects what a request changes, in whatever transactions, so that its answer tells the page. */
import { AsyncLocalStorage } from 'node:async_hooks'

const collected = new AsyncLocalStorage<Set<string>>()

/** Calls `act`, during which all changes are collected in `topics`. */
export const collectChanges = (topics: Set<string>, act: () => void): void => collected.run(topics, act)

/** Adds changes to those of the present request. A job or a schedule has none. */
export function noteChanges(topics: readonly string[]): void {
  const found = collected.getStore()
  for (const topic of topics) found?.add(topic)
}
