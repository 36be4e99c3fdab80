import { Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refused } from '#kernel/refusal.ts'
import { usePageParts } from '#web/page-parts.ts'
import { useRun } from '#web/query.ts'
import { usePerson } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { say } from '#web/ui/say.tsx'
import { QuotedAlert } from '#web/ui/states.tsx'
import { moveOrder, PLAIN_TRANSITIONS } from '../../domain/contract.ts'
import type { OrderDetail } from '../../domain/detail-contract.ts'
import { orderLifecycle, type OrderTransition } from '../../domain/lifecycle.ts'
import { PACKAGED_STATUSES } from '../../domain/order.ts'
import { type Choice, ORDER_ACTION, type OrderAction } from '../order-parts.ts'
import page from './order-page.module.css'

type Plain = (typeof PLAIN_TRANSITIONS)[number]

/** The usual next transition, shown as the main button. */
const NEXT: readonly string[] = ['convert', 'send', 'release', 'unpark', 're-ship', 'restore-offer']
const GRAVE: readonly string[] = ['cancel', 'delete-offer']
/** The transition that undoes another one, if there is one. */
const BACK: Partial<Record<Plain, Plain>> = { park: 'unpark', unpark: 'park', send: 'reopen' }

type Failure = { readonly transition: Plain; readonly error: unknown }

/**
 * Shows the buttons of an order by status and role. A button that facts disable says why. `without` names a transition
 * that has a button of its own on the page.
 */
export function OrderActions({ order, without }: { order: OrderDetail; without?: OrderTransition }) {
  const { t } = useTranslation('orders')
  const role = usePerson()?.actingRole ?? null
  const [failure, setFailure] = useState<Failure | null>(null)
  const run = useRun(moveOrder, { invalidates: ['orders', `orders:${order.id}`, 'products'] })

  const facts = { status: order.status, invoiceMode: order.invoiceMode, ...order.facts }
  const choices: readonly Choice[] = orderLifecycle.choices(facts, role).filter(({ name }) => name !== without)
  const others = usePageParts(ORDER_ACTION).filter((action) => choices.some(action.standsFor))
  const plain = choices.filter(
    (choice): choice is Choice & { name: Plain } =>
      PLAIN_TRANSITIONS.some((name) => name === choice.name) && !others.some((action) => action.standsFor(choice)),
  )

  const move = (transition: Plain, version: number): Promise<void> => {
    setFailure(null)
    return run.mutateAsync({ id: order.id, transition, version }).then(
      (answer) => {
        const back = BACK[transition]
        const mayGoBack =
          back !== undefined &&
          role !== null &&
          orderLifecycle.whyNot(back, { ...facts, status: answer.status }, role) === null
        say.done(
          t(`said.${transition}`, { id: order.id }),
          mayGoBack ? () => void move(back, answer.version) : undefined,
        )
      },
      (error: unknown) => setFailure({ transition, error }),
    )
  }

  const press = async (transition: Plain) => {
    const packed = PACKAGED_STATUSES.includes(order.status)
    const question = questionOf(transition, packed)
    if (question !== null) {
      const agreed = await confirm({
        title: t(`confirm.${question}.title`, { id: order.id, name: order.name }),
        body: t(`confirm.${question}.body`),
        confirmLabel: t(`action.${transition}`),
        danger: GRAVE.includes(transition),
      })
      if (!agreed) return
    }
    await move(transition, order.version)
  }

  const drawn = ({ key, Button: Other }: OrderAction) => <Other key={key} order={order} />
  if (plain.length === 0 && others.length === 0 && failure === null) return null
  return (
    <>
      {failure ? (
        <FailureAlert
          failure={failure}
          retry={() => void move(failure.transition, order.version)}
          close={() => setFailure(null)}
        />
      ) : null}
      <Group gap="xs" mb="md" className={page.actions} role="group" aria-label={t('actions')}>
        {others.filter((one) => !one.grave).map(drawn)}
        {plain.toSorted(byWeight).map(({ name, closed }) => (
          <ActionButton
            key={name}
            closed={closed}
            variant={NEXT.includes(name) ? 'filled' : GRAVE.includes(name) ? 'light' : 'default'}
            danger={GRAVE.includes(name)}
            pending={run.isPending && run.variables?.transition === name}
            onClick={() => void press(name)}
          >
            {t(`action.${name}`)}
          </ActionButton>
        ))}
        {others.filter((one) => one.grave).map(drawn)}
      </Group>
    </>
  )
}

const weight = (name: string): number => (NEXT.includes(name) ? 0 : GRAVE.includes(name) ? 2 : 1)
const byWeight = (a: Choice, b: Choice): number => weight(a.name) - weight(b.name)

/** Returns the question before a transition that moves stock or cannot be undone, or null for none. */
function questionOf(transition: Plain, packed: boolean): string | null {
  if (transition === 'cancel') return packed ? 'cancel-packed' : 'cancel'
  if (transition === 'reopen') return packed ? 'reopen-packed' : null
  return transition === 'delete-offer' ? 'delete-offer' : null
}

/** Shows the alert of the specification: the attempted action in Greek, then the reason in the person's language. */
function FailureAlert({
  failure: { transition, error },
  retry,
  close,
}: {
  failure: Failure
  retry: () => void
  close: () => void
}) {
  const { t } = useTranslation('orders')
  const short = error instanceof Refused && error.refusal.code === 'orders.short'
  const alert = transition === 'cancel' ? 'cancel' : short ? 'stock' : 'status'
  return <QuotedAlert title={t(`alert.${alert}`)} lang="el" error={error} retry={retry} close={close} mb="md" />
}
