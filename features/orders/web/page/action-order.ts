/** Decides the order and the weight of the buttons of an order. */
import type { Choice } from '../order-parts.ts'

/** The usual next transition, shown first as the main button. */
const NEXT: readonly string[] = ['convert', 'send', 'release', 'unpark', 're-ship', 'restore-offer']
/** The transitions that end an order. They come last, apart from the others, and are quiet. */
const GRAVE: readonly string[] = ['cancel', 'delete-offer']

const isNext = (name: string): boolean => NEXT.includes(name)
export const isGrave = (name: string): boolean => GRAVE.includes(name)

/** Splits the transitions into the next one, the other ones, and those that end the order. One that is `included` in a button is the first of the others. */
export function arranged<C extends Choice>(choices: readonly C[], included: (choice: C) => boolean) {
  const [next, others] = [choices.filter(({ name }) => isNext(name)), choices.filter(({ name }) => !isNext(name))]
  return {
    next: next.filter((choice) => !included(choice)),
    others: [...next.filter(included), ...others.filter(({ name }) => !isGrave(name))],
    grave: choices.filter(({ name }) => isGrave(name)),
  }
}
