/** Carries out what a verb of the search does at once. */
import { say } from '#web/ui/say.tsx'

/** What is under way, by verb and record. */
const underWay = new Set<string>()

/**
 * Runs `act` unless the same is under way, and shows the text of its option meanwhile. Says a failure, and offers to retry it.
 */
export function actOnce(key: string, text: string, act: () => Promise<void>): void {
  if (underWay.has(key)) return
  underWay.add(key)
  const withdraw = say.pending(text)
  act()
    .finally(() => {
      underWay.delete(key)
      withdraw()
    })
    .catch((error: unknown) => say.failed(error, () => actOnce(key, text, act), `${text}:`))
}
