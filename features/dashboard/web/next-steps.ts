/**
 * The next step of each record that the dashboard names: the verb of Ctrl+K that fits it, so that button and search do the same. One that the
 * life cycle of orders would refuse now is not offered.
 */
import invoicingVerbs from '#features/invoicing/web/verbs/verbs.ts'
import { orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import { isOrderVerb } from '#features/orders/domain/order-verb.ts'
import { moveDeliveryVerb } from '#features/orders/domain/verbs.ts'
import ordersVerbs from '#features/orders/web/verbs/verbs.ts'
import { OPEN_DOCUMENT_STATUSES, AWAITS_MARK } from '#features/orders/domain/order.ts'
import packagingVerbs from '#features/packaging/web/verbs/verbs.ts'
import { newPaymentVerb } from '#features/payments/domain/verbs.ts'
import paymentsVerbs from '#features/payments/web/verbs/verbs.ts'
import shippingVerbs from '#features/shipping/web/verbs/verbs.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { type Holder, may } from '#kernel/rights.ts'
import type { PaletteVerb, VerbCall } from '#web/layouts/palette-verbs.ts'
import type { LineName, Named } from '../domain/lines.ts'

/** The verbs with which an order goes on. */
const ORDER_STEPS: readonly PaletteVerb[] = [
  ...ordersVerbs,
  ...packagingVerbs,
  ...invoicingVerbs,
  ...shippingVerbs,
].filter(({ verb }) => verb.on?.name === 'orders' && verb !== moveDeliveryVerb)

/** What helps an order whose day has come and for which nothing else can be done now. */
const NEW_DAY = ordersVerbs.filter(({ verb }) => verb === moveDeliveryVerb)
const PAYMENT = paymentsVerbs.filter(({ verb }) => verb === newPaymentVerb)

/** A document that is on its way, or waits for a person, must end before the order goes on. */
const WAITS: readonly (string | null)[] = [...OPEN_DOCUMENT_STATUSES, AWAITS_MARK]

function candidates(line: LineName, { kind, document }: Named): readonly PaletteVerb[] {
  if (kind === 'customers') return PAYMENT
  if (kind !== 'orders' || WAITS.includes(document)) return []
  return line === 'late' || line === 'today' ? [...ORDER_STEPS, ...NEW_DAY] : ORDER_STEPS
}

/** Returns why the life cycle refuses the verb now, or null. It is asked as if the person agreed to nothing. */
function whyNot({ verb }: PaletteVerb, { status, facts }: Named, acting: Holder): Refusal | null {
  if (!isOrderVerb(verb) || status === null || facts === null) return null
  return orderLifecycle.whyNot(verb.transition, { ...facts, status }, acting)
}

/** The next step of a record for a person; null if it is only looked at. `closed` is why the step that fits its status is not possible now. */
export type NextStep = { readonly step: PaletteVerb | null; readonly closed: Refusal | null }

export function nextStepOf(line: LineName, named: Named, acting: Holder): NextStep {
  const steps = candidates(line, named)
    .filter(({ verb }) => may(acting, verb.right) && (verb.fits?.(named.status) ?? true))
    .map((step) => ({ step, closed: whyNot(step, named, acting) }))
  return {
    step: steps.find(({ closed }) => closed === null)?.step ?? null,
    closed: steps[0]?.closed ?? null,
  }
}

/** Returns the number of an order or a task as people write it, or an empty text. */
export const codeOf = ({ kind, id }: Named): string => (kind === 'orders' || kind === 'tasks' ? `#${id}` : '')

/** Returns what the verb is done with. */
export const callOf = (named: Named): VerbCall => ({
  record: { id: named.id, title: codeOf(named) || named.name, status: named.status, to: named.to },
  amount: named.amount,
})
