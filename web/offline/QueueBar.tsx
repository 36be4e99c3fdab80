import { Alert, Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { ChevronDown, Clock, CloudOff, RotateCw, TriangleAlert } from '#web/ui/icon/icons.ts'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMoment } from '#web/format.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { refusalText } from '#web/ui/problems.ts'
import { useSaid } from '#web/ui/said/use-said.ts'
import type { QueuedAction } from './action-queue.ts'
import type { DeviceActions } from './device-actions.ts'
import styles from './offline.module.css'

type QueueBarProps = {
  queue: DeviceActions
  /** Describes an action: `DELIVERED · order 12`. Name and time are added to it. */
  what: (action: QueuedAction) => string
  /** What the person can do about a refused action. */
  advice?: (action: QueuedAction) => ReactNode
  /**
   * True for an action, such as a payment, whose refusal must not be dismissed by mistake. It asks for confirmation.
   */
  grave?: (action: QueuedAction) => boolean
  /** The moment of the stored data that the page shows while offline, or null. */
  cachedAt?: string | null
}

/** Shows the number of waiting actions, refused actions with their reasons, and the age of stored data. */
export function QueueBar({ queue, what, advice, grave, cachedAt = null }: QueueBarProps) {
  const { t } = useTranslation('frame')
  const state = useStateOf(queue)
  useSaidOfArrival(state)
  const refused = queue.actions.filter((action) => action.refusal !== undefined)
  const textOf = (action: QueuedAction) =>
    t('offline.action', { what: what(action), name: action.name, at: showMoment(action.at) })
  const dismiss = async (action: QueuedAction) => {
    const sure =
      grave?.(action) !== true ||
      (await confirm({
        title: t('offline.grave.title'),
        body: t('offline.grave.body', { what: what(action), name: action.name }),
        confirmLabel: t('offline.grave.remove'),
        danger: true,
      }))
    if (sure) queue.dismiss(action.key)
  }
  return (
    <>
      <div role="status" className={styles.bar} data-waiting={queue.waiting.length > 0 || undefined}>
        <WaitingActions queue={queue} state={state} textOf={textOf} />
      </div>
      <div className={styles.notices}>
        {cachedAt === null ? null : (
          <p role="status" className={styles.age}>
            <CloudOff size={16} aria-hidden /> {t('offline.kept', { at: showMoment(cachedAt) })}
          </p>
        )}
        {refused.map((action) => (
          <RefusedAction
            key={action.key}
            text={textOf(action)}
            refusal={action.refusal}
            advice={advice?.(action)}
            dismiss={() => void dismiss(action)}
          />
        ))}
      </div>
    </>
  )
}

type QueueState = 'none' | 'sending' | 'waiting' | 'failing'

/** Returns how the waiting actions fare: none waits, they are merely on their way, they wait for a connection, or the server fails. */
function useStateOf({ waiting, failing }: DeviceActions): QueueState {
  const isSending = useSending(waiting)
  if (waiting.length === 0) return 'none'
  return waiting.some(({ key }) => failing.has(key)) ? 'failing' : isSending ? 'sending' : 'waiting'
}

/**
 * Says when all actions have arrived, which leaves nothing on the page. That some wait is said by the bar: it is in the page before its text. Those
 * that arrive at once are not worth a word.
 */
function useSaidOfArrival(state: QueueState): void {
  const { t } = useTranslation('frame')
  const isEmpty = state === 'none'
  useSaid(state === 'sending' ? null : isEmpty ? 'none' : 'held', isEmpty ? t('offline.all-sent') : '')
}

type WaitingActionsProps = { queue: DeviceActions; state: QueueState; textOf: (action: QueuedAction) => string }

/** Lists the actions that wait for the connection or for a failing server, and tries to send them now. Shows nothing if there are none. */
function WaitingActions({ queue, state, textOf }: WaitingActionsProps) {
  const { t } = useTranslation('frame')
  const { waiting, tryNow } = queue
  if (state === 'none') return null
  return (
    <details className={styles.strip}>
      <summary>
        <Clock size={20} aria-hidden />
        <span>{t(`offline.${state}`, { count: waiting.length })}</span>
        <ChevronDown size={20} aria-hidden />
      </summary>
      <ol>
        {waiting.map((action) => (
          <li key={action.key}>{textOf(action)}</li>
        ))}
      </ol>
      <Button variant="default" size="md" mih={48} leftSection={<RotateCw size={16} aria-hidden />} onClick={tryNow}>
        {t('offline.try-now')}
      </Button>
    </details>
  )
}

/** With a connection an action is merely being sent for so long. Later the server counts as unreachable. */
const SENDING_MS = 6_000

/** Reports whether the waiting actions are merely on their way: the device is online, and none of them is old. */
function useSending(waiting: DeviceActions['waiting']): boolean {
  const { online } = useNetwork()
  const oldest = Math.min(...waiting.map(({ at }) => Date.parse(at)))
  const [fresh, setFresh] = useState<number | null>(null)
  useLayoutEffect(() => {
    const rest = oldest + SENDING_MS - Date.now()
    setFresh(rest > 0 ? oldest : null)
    const timer = setTimeout(() => setFresh(null), Math.max(0, rest))
    return () => clearTimeout(timer)
  }, [oldest])
  return online && fresh === oldest
}

type RefusedActionProps = {
  text: string
  refusal: QueuedAction['refusal']
  advice: ReactNode
  dismiss: () => void
}

function RefusedAction({ text, refusal, advice, dismiss }: RefusedActionProps) {
  const { t } = useTranslation('frame')
  return (
    <Alert
      color="red"
      variant="light"
      classNames={{ label: styles.title }}
      icon={<TriangleAlert size={20} aria-hidden />}
      title={t('offline.refused')}
    >
      <p>{text}</p>
      <p>{refusal ? refusalText(refusal) : null}</p>
      {advice}
      <Button variant="default" size="md" mih={48} onClick={dismiss}>
        {t('offline.dismiss')}
      </Button>
    </Alert>
  )
}
