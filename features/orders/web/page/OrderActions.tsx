import { Group, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refused } from '#kernel/refusal.ts'
import { usePageParts } from '#web/page-parts.ts'
import { useRun } from '#web/query.ts'
import { useActing } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { say } from '#web/ui/say.tsx'
import { QuotedAlert } from '#web/ui/states.tsx'
import { moveOrder, PLAIN_TRANSITIONS, type TasksOfCanceled } from '../../domain/contract.ts'
import type { OrderDetail } from '../../domain/detail-contract.ts'
import { orderLifecycle, type OrderTransition } from '../../domain/lifecycle.ts'
import { hasTakenGoods } from '../../domain/order.ts'
import { CANCEL_QUESTION, type Choice, ORDER_ACTION, type OrderAction } from '../order-parts.ts'
import { backFrom, type Plain } from '../take-back.ts'
import { CopyLink } from '../CopyLink.tsx'
import { arranged, isGrave } from './action-order.ts'
import { MoreActions } from './MoreActions.tsx'
import { EditLink } from './OrderHeader.tsx'
import page from './order-page.module.css'

type PlainChoice = Choice & { name: Plain }

type Failure = { readonly transition: Plain; readonly error: unknown; readonly tasks: TasksOfCanceled | undefined }

const factsOf = (order: OrderDetail) => ({ status: order.status, invoiceMode: order.invoiceMode, ...order.facts })

/**
 * Moves an order after a question where one is needed. Offers to undo the move, and keeps its failure. A failure that comes when the order is no
 * longer shown is said as a message with the number of the order.
 */
function useMoves(order: OrderDetail) {
  const { t } = useTranslation('orders')
  const acting = useActing()
  const [failure, setFailure] = useState<Failure | null>(null)
  const questions = usePageParts(CANCEL_QUESTION)
  const run = useRun(moveOrder)
  const shown = useRef<number | null>(null)
  useEffect(() => {
    shown.current = order.id
    return () => {
      shown.current = null
    }
  }, [order.id])

  const move = (transition: Plain, version: number, tasks?: TasksOfCanceled): Promise<void> => {
    setFailure(null)
    return run.mutateAsync({ id: order.id, transition, version, tasks }).then(
      (answer) => {
        const back = backFrom(transition, { ...factsOf(order), status: answer.status }, acting)
        say.done(t(`said.${transition}`, { id: order.id }), back ? () => void move(back, answer.version) : undefined)
      },
      (error: unknown) => {
        if (shown.current === order.id) setFailure({ transition, error, tasks })
        else say.failed(error, () => void move(transition, version, tasks), `${t('order', { id: order.id })}:`)
      },
    )
  }

  const press = async (transition: Plain) => {
    const question = questionOf(transition, hasTakenGoods(order))
    let tasks: TasksOfCanceled | undefined
    if (question !== null) {
      const agreed = await confirm({
        title: t(`confirm.${question}.title`, { id: order.id, name: order.name }),
        body: (
          <Stack gap="sm">
            <Text size="sm">{t(`confirm.${question}.body`)}</Text>
            {(transition === 'cancel' ? questions : []).map(({ key, Question }) => (
              <Question key={key} order={order} choose={(chosen) => (tasks = chosen)} />
            ))}
          </Stack>
        ),
        confirmLabel: t(`action.${transition}`),
        danger: isGrave(transition),
      })
      if (!agreed) return
    }
    await move(transition, order.version, tasks)
  }
  const pending = run.isPending ? (run.variables?.transition ?? null) : null
  return { failure, clear: () => setFailure(null), move, press, pending }
}

/**
 * Returns the buttons of other features for this order, and the transitions that have a button of orders. The button that was pressed last stays,
 * hidden if it is no longer offered: its dialog may be open while somebody else moves the order.
 */
function useChoices(order: OrderDetail, without: OrderTransition | undefined) {
  const acting = useActing()
  const [pressed, setPressed] = useState<string | null>(null)
  const actions = usePageParts(ORDER_ACTION)
  const choices: readonly Choice[] = orderLifecycle
    .choices(factsOf(order), acting)
    .filter(({ name }) => name !== without)
  const isIncluded = ({ includes }: OrderAction, choice: Choice) => includes?.(choice, acting) ?? false
  const parts = actions
    .map((action) => ({
      ...action,
      offered: choices.some((choice) => action.standsFor(choice) || isIncluded(action, choice)),
    }))
    .filter(({ key, offered }) => offered || key === pressed)
  const plain = choices.filter(
    (choice): choice is PlainChoice =>
      PLAIN_TRANSITIONS.some((name) => name === choice.name) && !parts.some((action) => action.standsFor(choice)),
  )
  const included = (choice: Choice) => parts.some((action) => isIncluded(action, choice))
  return { parts, ...arranged(plain, included), hasPlain: plain.length > 0, setPressed }
}

/**
 * Shows the buttons of an order by status and role: what usually comes next first and filled, what ends the order last and
 * quiet. A button that facts disable says why. `without` names a transition that has a button of its own on the page. With
 * `links`, edit and copy stand after the next action. On a narrow screen, and with `brief`, a menu holds all but the next action and edit.
 */
export function OrderActions({
  order,
  without,
  links = false,
  brief = false,
}: {
  order: OrderDetail
  without?: OrderTransition
  links?: boolean
  brief?: boolean
}) {
  const { t } = useTranslation('orders')
  const { failure, clear, move, press, pending } = useMoves(order)
  const { parts, next, others, grave, hasPlain, setPressed } = useChoices(order, without)
  const isSmall = useMediaQuery('(max-width: 700px)', false, { getInitialValueInEffect: false })
  const narrow = isSmall || brief
  const drawn = (action: DrawnAction) => (
    <ActionOfFeature key={action.key} action={action} order={order} press={() => setPressed(action.key)} />
  )
  const button = ({ name, closed }: PlainChoice) => (
    <ActionButton
      key={name}
      closed={closed}
      variant={next.some((one) => one.name === name) ? 'filled' : isGrave(name) ? 'subtle' : 'default'}
      danger={isGrave(name)}
      pending={pending === name}
      onClick={() => void press(name)}
    >
      {t(`action.${name}`)}
    </ActionButton>
  )
  const graveParts = parts.filter((one) => one.grave)
  if (!hasPlain && parts.length === 0 && failure === null && !links) return null
  return (
    <>
      {failure ? (
        <FailureAlert
          failure={failure}
          retry={() => void move(failure.transition, order.version, failure.tasks)}
          close={clear}
        />
      ) : null}
      <Group gap="xs" mb="md" className={page.actions} role="group" aria-label={t('actions')}>
        {parts.filter((one) => !one.grave).map(drawn)}
        {next.map(button)}
        {links ? <EditLink order={order} /> : null}
        {links && !narrow ? <CopyLink order={order} /> : null}
        {narrow ? null : others.map(button)}
        {narrow ? (
          <MoreActions
            choices={[...others, ...grave]}
            copied={links ? order : null}
            press={(name) => void press(name)}
          />
        ) : null}
        {(narrow ? 0 : grave.length) + graveParts.length === 0 ? null : (
          <span className={page.grave}>
            {narrow ? null : grave.map(button)}
            {graveParts.map(drawn)}
          </span>
        )}
      </Group>
    </>
  )
}

type DrawnAction = OrderAction & { readonly offered: boolean }

/** A button of another feature with its dialog. Only the button is hidden if the order does not offer it any more. */
function ActionOfFeature({ action, order, press }: { action: DrawnAction; order: OrderDetail; press: () => void }) {
  const { offered, Button: Other } = action
  return (
    <span className={offered ? page.part : undefined} hidden={!offered} onClickCapture={press}>
      <Other order={order} />
    </span>
  )
}

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
  return <QuotedAlert title={t(`alert.${alert}`)} error={error} retry={retry} close={close} mb="md" />
}
