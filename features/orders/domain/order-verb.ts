/** The verbs that move an order. */
import { defineVerb, type Verb } from '#kernel/verbs/verb.ts'
import { ordersEntity } from './entity.ts'
import { orderLifecycle, type OrderTransition } from './lifecycle.ts'

type OrderVerb<Name extends OrderTransition = OrderTransition> = Verb & { readonly transition: Name }

/**
 * Declares a verb that moves an order by a transition. The life cycle says who has the right to it, and which statuses the verb fits.
 */
export const defineOrderVerb = <const Name extends OrderTransition>(
  name: string,
  transition: Name,
  words: Verb['words'],
): OrderVerb<Name> => {
  const { right, from } = orderLifecycle.transitions[transition]
  const fits = (status: string | null) => from.some((one) => one === status)
  return { ...defineVerb({ name, right }, { words, on: ordersEntity, fits }), transition }
}

/** Reports whether a verb moves an order. */
export const isOrderVerb = (verb: Verb): verb is OrderVerb => 'transition' in verb
