/** A storage in memory for tests and proofs. It survives the page and copies all values. */
import type { ActionStore, QueuedAction } from './action-queue.ts'

export function testDevice(): ActionStore {
  let kept = '[]'
  const change = async (update: (actions: QueuedAction[]) => QueuedAction[]) => {
    kept = JSON.stringify(update(JSON.parse(kept) as QueuedAction[]))
  }
  return {
    read: async () => JSON.parse(kept) as QueuedAction[],
    addAll: (more) => change((actions) => [...actions, ...more]),
    replace: (action) => change((actions) => actions.map((one) => (one.key === action.key ? action : one))),
    markSent: async (key) => {
      const found = (JSON.parse(kept) as QueuedAction[]).some((one) => one.key === key)
      await change((actions) => actions.map((one) => (one.key === key ? { ...one, sent: true } : one)))
      return found
    },
    removeUnsent: async (keys) => {
      const actions = JSON.parse(kept) as QueuedAction[]
      const unsent = actions.filter((one) => keys.includes(one.key) && !one.sent)
      if (unsent.length < keys.length) return false
      kept = JSON.stringify(actions.filter((one) => !unsent.includes(one)))
      return true
    },
    remove: (key) => change((actions) => actions.filter((one) => one.key !== key)),
  }
}
