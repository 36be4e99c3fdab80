import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paymentsRights } from '#features/payments/domain/rights.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { showDay, showMoney } from '#web/format.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { WrittenReason } from '#web/ui/WrittenReason.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import { dueOfCustomer, reminderLetter, resumeReminders, sendReminder, stopReminders } from '../domain/contract.ts'
import styles from './reminders.module.css'

type Props = { id: number; name: string; close: () => void }
type OfCustomer = OutputOf<typeof dueOfCustomer>

/** The overdue debts of a customer, what was sent about them, and the letter that may be sent now. */
export function DueOfCustomer({ id, name, close }: Props) {
  const { t } = useTranslation('reminders')
  const mayWrite = useMay(paymentsRights.write)
  const due = useAsk(dueOfCustomer, { id })
  if (due.error) return <ErrorState error={due.error} retry={() => void due.refetch()} />
  if (!due.data) return <Loading rows={8} />
  const { debts, letters, overdue, stopped } = due.data
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text fw={600}>{t('overdue', { amount: showMoney(overdue) })}</Text>
        <Anchor component={PageLink} to={`/customer-detail/${id}`}>
          {t('to-customer')}
        </Anchor>
      </Group>
      <ul className={styles.lines} aria-label={t('column.debts')}>
        {debts.map((debt) => (
          <li key={`${debt.kind} ${debt.id}`}>
            <span>
              <DebtName debt={debt} />
              <small>{t('debt-due', { due: showDay(debt.due), late: debt.late })}</small>
            </span>
            <span>{showMoney(debt.open)}</span>
          </li>
        ))}
      </ul>
      {stopped ? <Text size="sm">{t('stopped-by', { reason: stopped.reason, name: stopped.userName })}</Text> : null}
      {mayWrite ? <Letter id={id} name={name} close={close} stopped={stopped !== null} /> : null}
      {letters.length === 0 ? null : <Letters letters={letters} />}
    </Stack>
  )
}

/** Names a debt: a link to the order or payment, if the person may open it. */
function DebtName({ debt: { kind, id } }: { debt: OfCustomer['debts'][number] }) {
  const { t } = useTranslation('reminders')
  const mayOpen = { order: useMayOpen('/order-detail/$id'), payment: useMayOpen('/payment-overview/$id') }
  const name = t(`paper.debt.${kind}`, { id })
  if (kind === 'opening' || !mayOpen[kind === 'order' ? 'order' : 'payment']) return name
  return (
    <Anchor component={PageLink} to={kind === 'order' ? `/order-detail/${id}` : `/payment-overview/${id}`}>
      {name}
    </Anchor>
  )
}

/** The letters to the customer with the status of their mails, newest first. */
function Letters({ letters }: Pick<OfCustomer, 'letters'>) {
  const { t } = useTranslation(['reminders', 'mail'])
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('letters')}
      </Text>
      <ul className={styles.lines} aria-label={t('letters')}>
        {letters.map(({ id, step, day, amount, to, userName, mail }) => (
          <li key={id}>
            <span>
              {t(`step.${step}`)} · {showDay(day)}
              <small>{[mail && t(`mail:status.${mail}`), to, userName].filter(Boolean).join(' · ')}</small>
            </span>
            <span>{showMoney(amount)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The letter as it would be sent, with the button that sends it, or why it cannot be sent. */
function Letter({ id, name, close, stopped }: Props & { stopped: boolean }) {
  const { t } = useTranslation('reminders')
  const [asks, setAsks] = useState(false)
  const letter = useAsk(reminderLetter, { id })
  const send = useRun(sendReminder, {
    onSuccess: (_output, { to }) => {
      say.done(t('said.sent', { to }))
      close()
    },
  })
  const resume = useRun(resumeReminders, { onSuccess: () => say.done(t('said.resumed')) })
  if (letter.error) return <ErrorState error={letter.error} retry={() => void letter.refetch()} />
  if (!letter.data) return <Loading rows={6} />
  const { step, to, subject, body, debts, closed } = letter.data
  return (
    <>
      {step === null ? (
        <Text size="sm">{t('closed.nothing')}</Text>
      ) : (
        <section className={styles.letter} aria-label={t(`step.${step}`)}>
          <Text size="sm">{to.trim() === '' ? t('closed.no-address') : t('goes-to', { to })}</Text>
          <Text fw={600}>{subject}</Text>
          <Text className={styles.body}>{body}</Text>
        </section>
      )}
      <RefusalText error={send.error ?? resume.error} />
      <Group justify="flex-end" gap="xs" className={surfaces.dialogActions}>
        {stopped ? (
          <ActionButton variant="default" pending={resume.isPending} onClick={() => resume.mutate({ id })}>
            {t('action.resume')}
          </ActionButton>
        ) : (
          <ActionButton variant="default" onClick={() => setAsks(true)}>
            {t('action.stop')}
          </ActionButton>
        )}
        <ActionButton
          pending={send.isPending}
          closed={closed === null ? null : t(`closed.${closed}`)}
          onClick={() =>
            step === null
              ? undefined
              : send.mutate({
                  id,
                  step,
                  debts: debts.map(({ kind, id: debtId, open, due }) => ({ kind, id: debtId, open, due })),
                  to,
                  subject,
                  body,
                })
          }
        >
          {t('action.send')}
        </ActionButton>
      </Group>
      {asks ? <StopReminders id={id} name={name} close={() => setAsks(false)} /> : null}
    </>
  )
}

/** Asks why the customer gets no more reminders. */
function StopReminders({ id, name, close }: Props) {
  const { t } = useTranslation('reminders')
  const stop = useRun(stopReminders, {
    onSuccess: () => {
      say.done(t('said.stopped'))
      close()
    },
  })
  return (
    <WrittenReason
      title={t('stop.title', { name })}
      texts={{ reason: t('word.reason'), keep: t('action.back'), confirm: t('action.stop'), needed: t('stop.needed') }}
      pending={stop.isPending}
      error={stop.error}
      confirm={(reason) => stop.mutate({ id, reason })}
      close={close}
    />
  )
}
