import { Button, Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { addDays, dayOf, showDay } from '#kernel/day.ts'
import { type Cents, sumCents } from '#kernel/money.ts'
import { showMoney } from '#web/format.ts'
import { useSearchState } from '#web/navigation.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { StatusStrip } from '#web/ui/table/StatusStrip.tsx'
import { CHEQUE_STATES, chequeLifecycle, type ChequeState, OPEN_CHEQUES } from '../../domain/cheques/cheque.ts'
import { type Cheque, chequeRegister, moveCheques } from '../../domain/cheques/contract.ts'
import { paymentsRights } from '../../domain/rights.ts'
import styles from './cheques.module.css'
import { ChequeRow } from './ChequeRow.tsx'

const SHOWN = ['open', ...CHEQUE_STATES] as const
const address = z.object({
  show: z.enum(SHOWN).catch('open'),
  weeks: z.enum(['this', 'all']).optional().catch(undefined),
})
const TOPICS = ['payments']

const statesOf = (show: (typeof SHOWN)[number]): ChequeState[] => (show === 'open' ? [...OPEN_CHEQUES] : [show])

/** Returns how many cheques a button of the strip shows. Undefined while they are read. */
const countOf = (counts: Readonly<Record<string, number>> | undefined, show: (typeof SHOWN)[number]) =>
  counts && statesOf(show).reduce((sum, state) => sum + (counts[state] ?? 0), 0)

/** Returns the Sunday of the week of today. */
function endOfWeek(): string {
  const today = dayOf(new Date().toISOString())
  const weekday = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7
  return addDays(today, 6 - weekday)
}

/** The register of cheques by the day on which they expire, with the sum of each week. A phone shows this week first. */
export default function ChequesPage() {
  const { t } = useTranslation('payments')
  const phone = useMediaQuery('(max-width: 700px)', false, { getInitialValueInEffect: false })
  const [{ show, weeks: chosen }, setAddress] = useSearchState(address)
  const weeks = chosen ?? (phone ? 'this' : 'all')
  const answer = useAsk(
    chequeRegister,
    { states: statesOf(show), ...(weeks === 'this' ? { until: endOfWeek() } : {}) },
    { topics: TOPICS, keepPrevious: true },
  )
  return (
    <>
      <PageHeader
        title={t('title.cheques')}
        secondary={
          <Button variant="default" onClick={() => setAddress({ weeks: weeks === 'this' ? 'all' : 'this' })}>
            {t(weeks === 'this' ? 'cheques.all-weeks' : 'cheques.this-week')}
          </Button>
        }
      />
      <StatusStrip
        label={t('cheques.show')}
        chosen={show}
        choose={(next) => setAddress({ show: next === 'open' ? undefined : next })}
        statuses={SHOWN.map((key) => ({
          key,
          label: t(`cheque-state.${key}`),
          count: countOf(answer.data?.counts, key),
        }))}
      />
      {answer.data ? (
        <Register register={answer.data} />
      ) : answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={6} height={48} />
      )}
    </>
  )
}

type Register = {
  rows: readonly Cheque[]
  weeks: readonly { week: string; count: number; amount: Cents }[]
  more: boolean
}

function Register({ register: { rows, weeks, more } }: { register: Register }) {
  const { t } = useTranslation('payments')
  const mayWrite = useMay(paymentsRights.write)
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const chosen = rows.filter(({ id }) => ticked.has(id))
  const tick = (id: number) => {
    const next = new Set(ticked)
    if (!next.delete(id)) next.add(id)
    setTicked(next)
  }
  if (rows.length === 0) return <EmptyState title={t('cheques.empty')} />
  return (
    <div className={styles.register}>
      {weeks
        .map((week) => ({ ...week, own: rows.filter((row) => row.week === week.week) }))
        .filter(({ own }) => own.length > 0)
        .map(({ week, count, amount, own }) => (
          <Panel
            key={week}
            flush
            title={t('cheques.week', { from: showDay(week), until: showDay(addDays(own[0]?.week ?? dayOf(week), 6)) })}
            actions={
              <strong className="figures" data-week-sum={week}>
                {t('cheques.of-week', { count, amount: showMoney(amount) })}
              </strong>
            }
          >
            <ul className={styles.rows}>
              {own.map((cheque) => (
                <ChequeRow
                  key={cheque.id}
                  cheque={cheque}
                  ticked={ticked.has(cheque.id)}
                  {...(mayWrite ? { tick: () => tick(cheque.id) } : {})}
                />
              ))}
            </ul>
          </Panel>
        ))}
      {more ? <p>{t('cheques.more')}</p> : null}
      {mayWrite && chosen.length > 0 ? <Together chosen={chosen} clear={() => setTicked(new Set())} /> : null}
    </div>
  )
}

/** Deposits, or cashes, the ticked cheques together. */
function Together({ chosen, clear }: { chosen: readonly Cheque[]; clear: () => void }) {
  const { t } = useTranslation('payments')
  const run = useRun(moveCheques, { invalidates: ['payments'] })
  const press = (move: 'deposit' | 'cash') =>
    run.mutateAsync({ ids: chosen.map(({ id }) => id), move }).then(
      ({ moved }) => {
        say.done(t(`said.${move}`, { count: moved }))
        clear()
      },
      (error: unknown) => say.failed(error),
    )
  const closed = (move: 'deposit' | 'cash') =>
    chosen.some(({ state }) => !chequeLifecycle.transitions[move].from.includes(state))
      ? t('cheques.other-states')
      : null
  return (
    <Group className={styles.together} gap="xs" role="group" aria-label={t('cheques.chosen')}>
      <strong className="figures">{showMoney(sumCents(chosen.map(({ amount }) => amount)))}</strong>
      <ActionButton pending={run.isPending} closed={closed('deposit')} onClick={() => void press('deposit')}>
        {t('cheques.deposit', { count: chosen.length })}
      </ActionButton>
      <ActionButton
        variant="default"
        pending={run.isPending}
        closed={closed('cash')}
        onClick={() => void press('cash')}
      >
        {t('cheques.cash', { count: chosen.length })}
      </ActionButton>
      <Button variant="subtle" onClick={clear}>
        {t('cheques.untick')}
      </Button>
    </Group>
  )
}
