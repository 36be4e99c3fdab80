import { Button, Group, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { addDays, dayOf } from '#kernel/day.ts'
import { type Cents, sumCents } from '#kernel/money.ts'
import { showDay, showMoney } from '#web/format.ts'
import { useSearchState } from '#web/navigation.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { StatusStrip } from '#web/ui/table/StatusStrip.tsx'
import {
  CHEQUE_STATES,
  chequeLifecycle,
  type ChequeState,
  chequeStates,
  openCheques,
} from '../../domain/cheques/cheque.ts'
import { type Cheque, chequeRegister, moveCheques } from '../../domain/cheques/contract.ts'
import { paymentsRights } from '../../domain/rights.ts'
import styles from './cheques.module.css'
import { ChequeRow } from './ChequeRow.tsx'

const SHOWN = ['open', ...CHEQUE_STATES] as const
const SIDES = ['received', 'given'] as const
const address = z.object({
  side: z.enum(SIDES).catch('received'),
  show: z.enum(SHOWN).catch('open'),
  weeks: z.enum(['this', 'all']).optional().catch(undefined),
})

type Show = (typeof SHOWN)[number]

/** Returns what the strip shows of one side. Given cheques have one open state, which the first button shows. */
const shownOf = (given: boolean): Show[] => [
  'open',
  ...chequeStates(given).filter((state) => !given || !openCheques(given).includes(state)),
]
const statesOf = (show: Show, given: boolean): ChequeState[] => (show === 'open' ? [...openCheques(given)] : [show])

/** Returns how many cheques a button of the strip shows. Undefined while they are read. */
const countOf = (counts: Readonly<Record<string, number>> | undefined, states: readonly ChequeState[]) =>
  counts && states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)

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
  const [{ side, show: asked, weeks: chosen }, setAddress] = useSearchState(address)
  const given = side === 'given'
  const show = shownOf(given).includes(asked) ? asked : 'open'
  const weeks = chosen ?? (phone ? 'this' : 'all')
  const answer = useAsk(
    chequeRegister,
    { given, states: statesOf(show, given), ...(weeks === 'this' ? { until: endOfWeek() } : {}) },
    { keepPrevious: true },
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
      <SegmentedControl
        mb="sm"
        aria-label={t('cheques.side')}
        value={side}
        data={SIDES.map((one) => ({ value: one, label: t(`cheques.${one}`) }))}
        onChange={(next) => setAddress({ side: next === 'received' ? undefined : next, show: undefined })}
      />
      <StatusStrip
        label={t('cheques.show')}
        chosen={show}
        choose={(next) => setAddress({ show: next === 'open' ? undefined : next })}
        statuses={shownOf(given).map((key) => ({
          key,
          label: t(given && key === 'CASHED' ? 'cheque-state.paid-by-bank' : `cheque-state.${key}`),
          count: countOf(answer.data?.counts, statesOf(key, given)),
        }))}
      />
      {answer.data ? (
        <Register key={side} register={answer.data} given={given} />
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

function Register({ register: { rows, weeks, more }, given }: { register: Register; given: boolean }) {
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
      {mayWrite && chosen.length > 0 ? (
        <Together chosen={chosen} given={given} clear={() => setTicked(new Set())} />
      ) : null}
    </div>
  )
}

type TogetherProps = { chosen: readonly Cheque[]; given: boolean; clear: () => void }

/** Deposits, or cashes, the ticked cheques together. A cheque that we gave is never deposited by us. */
function Together({ chosen, given, clear }: TogetherProps) {
  const { t } = useTranslation('payments')
  const run = useRun(moveCheques)
  const press = (move: 'deposit' | 'cash') =>
    run.mutateAsync({ ids: chosen.map(({ id }) => id), move }).then(
      ({ moved }) => {
        say.done(t(`said.${given ? 'paid-by-bank' : move}`, { count: moved }))
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
      {given ? null : (
        <ActionButton pending={run.isPending} closed={closed('deposit')} onClick={() => void press('deposit')}>
          {t('cheques.deposit', { count: chosen.length })}
        </ActionButton>
      )}
      <ActionButton
        variant={given ? 'filled' : 'default'}
        pending={run.isPending}
        closed={closed('cash')}
        onClick={() => void press('cash')}
      >
        {t(given ? 'cheques.paid-by-bank' : 'cheques.cash', { count: chosen.length })}
      </ActionButton>
      <Button variant="subtle" onClick={clear}>
        {t('cheques.untick')}
      </Button>
    </Group>
  )
}
