/** Decides the order and the weight of the buttons of an order. */
import type { Choice } from '../order-parts.ts'

/** The usual next transition, shown first as the main button. */
const NEXT: readonly string[] = ['convert', 'send', 'release', 'unpark', 're-ship', 'restore-offer']
/** The transitions that end an order. They come last, apart from the others, and are quiet. */
const GRAVE: readonly string[] = ['cancel', 'delete-offer']

const isNext = (name: string): boolean => NEXT.includes(name)
export const isGrave = (name: string): boolean => GRAVE.includes(name)

/** Splits the transitions into the next one, the other ones, and those that end the order. One that is `included` in a button is not the next. */
export function arranged<C extends Choice>(choices: readonly C[], included: (choice: C) => boolean) {
  const leads = (choice: C) => isNext(choice.name) && !included(choice)
  return {
    next: choices.filter(leads),
    others: choices.filter((choice) => !leads(choice) && !isGrave(choice.name)),
    grave: choices.filter(({ name }) => isGrave(name)),
  }
}
