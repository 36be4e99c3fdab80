import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { paymentsRights } from '#features/payments/domain/rights.ts'
import { Refused } from '#kernel/refusal.ts'
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
import { answersOf } from '../domain/booked.ts'
import { acceptLines, LINE_STATES, listLines, type StatementLine } from '../domain/contract.ts'
import styles from './bank-statements.module.css'
import { DoneLine } from './DoneLine.tsx'
import { itemOf, OpenLine } from './OpenLine.tsx'
import { reopenAccepted } from './reopen-accepted.ts'
import { UploadStatement } from './UploadStatement.tsx'

const address = z.object({ show: z.enum(LINE_STATES).catch('open') })

/** Takes the file of a bank and shows its lines, each with the payment that it probably is. */
export default function BankStatementsPage() {
  const { t } = useTranslation('bank-statements')
  const mayWrite = useMay(paymentsRights.write)
  const [{ show }, setAddress] = useSearchState(address)
  const answer = useAsk(listLines, { state: show }, { keepPrevious: true })
  const lines = answer.data?.rows.filter(({ state }) => state === show)
  return (
    <>
      <PageHeader title={t('title.bank-statements')} />
      {mayWrite ? <UploadStatement /> : null}
      <StatusStrip
        label={t('strip')}
        chosen={show}
        choose={(next) => setAddress({ show: next === 'open' ? undefined : next })}
        statuses={LINE_STATES.map((key) => ({
          key,
          label: t(`state.${key}`),
          count: answer.data?.counts[key],
        }))}
      />
      {lines === undefined ? (
        answer.error ? (
          <ErrorState error={answer.error} retry={() => void answer.refetch()} />
        ) : (
          <Loading rows={6} height={56} />
        )
      ) : lines.length === 0 ? (
        <EmptyState title={t(`empty.${show}`)} />
      ) : show === 'open' ? (
        <OpenLines lines={lines} mayWrite={mayWrite} />
      ) : (
        <Panel flush>
          <ul className={styles.lines}>
            {lines.map((line) => (
              <DoneLine key={line.id} line={line} mayWrite={mayWrite} />
            ))}
          </ul>
        </Panel>
      )}
      {answer.data?.more ? <p>{t('more')}</p> : null}
    </>
  )
}

/** Returns the button that accepts a line, or the field that asks whose it is, which the line has instead. */
const fieldOf = (line: Element | undefined): HTMLElement | null | undefined =>
  line?.querySelector<HTMLElement>('[data-accept], input')

/** Reports whether the person is at nothing: nothing has the focus, or what had it is gone or was the button that accepts the sure lines. */
const isAtNothing = (focused: Element | null): boolean =>
  focused === null || focused === document.body || !focused.isConnected || focused.matches('[data-accept-sure]')

/**
 * The open lines. Enter accepts one and goes to the next one below; the arrow keys go to the next and the previous one. After the sure ones are
 * accepted the first one that is left has the focus, unless the person went on elsewhere.
 */
function OpenLines({ lines, mayWrite }: { lines: readonly StatementLine[]; mayWrite: boolean }) {
  const { t } = useTranslation('bank-statements')
  const list = useRef<HTMLUListElement>(null)
  const [done, setDone] = useState<ReadonlySet<number>>(new Set())
  const rows = lines.filter(({ id }) => !done.has(id))
  const go = (from: number, step: 1 | -1) => {
    fieldOf(list.current?.children[from + step])?.focus()
  }
  const mark = (id: number, isDone: boolean) =>
    setDone((before) => {
      const next = new Set(before)
      if (isDone) next.add(id)
      else next.delete(id)
      return next
    })
  const takeAway = (ids: readonly number[]) => {
    const focused = document.activeElement
    flushSync(() => {
      for (const id of ids) mark(id, true)
    })
    if (isAtNothing(focused)) fieldOf(list.current?.children[0])?.focus()
  }
  return (
    <Panel
      flush
      title={t('open.title', { count: rows.length })}
      actions={mayWrite ? <AcceptSure lines={rows} mark={mark} takeAway={takeAway} /> : null}
    >
      <p className={styles.hint}>{t('open.keys')}</p>
      <ul className={styles.lines} ref={list}>
        {rows.map((line, at) => (
          <OpenLine
            key={line.id}
            line={line}
            mayWrite={mayWrite}
            go={(step) => go(at, step)}
            mark={(isDone) => mark(line.id, isDone)}
          />
        ))}
      </ul>
    </Panel>
  )
}

/** The most lines whose reasons are shown at once. The others stay open too. */
const MOST_REASONS = 3

type SureProps = {
  lines: readonly StatementLine[]
  mark: (id: number, isDone: boolean) => void
  /** Hides accepted lines. */
  takeAway: (ids: readonly number[]) => void
}

/** Accepts all lines whose proposal is sure, and offers to undo that. A line that is refused stays open, and the page says why. */
function AcceptSure({ lines, mark, takeAway }: SureProps) {
  const { t } = useTranslation('bank-statements')
  const run = useRun(acceptLines)
  const sure = lines.filter((line) => line.sure)
  const press = () => {
    run.mutateAsync({ lines: sure.flatMap((line) => itemOf(line, answersOf(line)[0]) ?? []) }).then(
      ({ accepted, refused, already }) => {
        takeAway(accepted)
        const back = () =>
          reopenAccepted(accepted, () => {
            for (const id of accepted) mark(id, false)
          })
        for (const { id, refusal } of refused.slice(0, MOST_REASONS)) {
          const line = sure.find((one) => one.id === id)
          say.failed(
            new Refused(refusal),
            undefined,
            t('said.refused', { name: line?.name, amount: showMoney(line?.amount ?? 0) }),
          )
        }
        if (accepted.length > 0 || refused.length === 0)
          say.done(t(already > 0 ? 'said.accepted-some' : 'said.accepted', { count: accepted.length, already }), back)
      },
      (error: unknown) => say.failed(error),
    )
  }
  return (
    <ActionButton
      data-accept-sure=""
      pending={run.isPending}
      closed={sure.length === 0 ? t('sure.none') : null}
      onClick={press}
    >
      {t('sure.accept', { count: sure.length })}
    </ActionButton>
  )
}
