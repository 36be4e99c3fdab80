/** Limits how much each person may run at once, so that one person cannot use up what everyone needs. */
import { refuse } from '#kernel/refusal.ts'
import type { Actor } from '#server/command.ts'

export type TurnsLimits = {
  /** The most that one person may have running. */
  readonly mostEach: number
  /** The most that one person may have waiting; more is refused with 503. */
  readonly mostWaiting: number
}

/** The name under which a person takes turns: a page's person, or a program by the name of its key. */
export const turnName = (actor: Pick<Actor, 'userId' | 'name'>): string => String(actor.userId ?? actor.name)

type Queue = { running: number; readonly waiting: (() => void)[] }

export class Turns {
  readonly #limits: TurnsLimits
  readonly #queues = new Map<string, Queue>()

  constructor(limits: TurnsLimits) {
    this.#limits = limits
  }

  /** Runs `act` when fewer than `mostEach` calls of the person are running, in the order of the calls. */
  async run<T>(person: string, act: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(person) ?? { running: 0, waiting: [] }
    this.#queues.set(person, queue)
    if (queue.running < this.#limits.mostEach) queue.running += 1
    else if (queue.waiting.length >= this.#limits.mostWaiting) refuse('unavailable', 'too-many-at-once')
    else await new Promise<void>((go) => queue.waiting.push(go))
    try {
      return await act()
    } finally {
      const next = queue.waiting.shift()
      if (next) next()
      else if (--queue.running === 0) this.#queues.delete(person)
    }
  }
}
