import { Button, Checkbox, Group, Text } from '@mantine/core'
import { PointerSensor } from '@dnd-kit/dom'
import { DragDropProvider } from '@dnd-kit/react'
import { type ReactNode, type SyntheticEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { showMoney } from '#web/format.ts'
import { useAsk, useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { type DragSettings, dragPlugins } from '#web/ui/dragging/drag-plugins.ts'
import { stopAtUnreadable } from '#web/ui/form/unreadable.ts'
import { refusalText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { MoneyText } from '#web/ui/texts.tsx'
import { matchPayment, paymentMatching } from '../../domain/matching-contract.ts'
import { paymentsRights } from '../../domain/rights.ts'
import { draftOf, type MatchDraft, movedTo, NO_DRAFT, type Row, rowsOf, typedIn } from './match-draft.ts'
import { MatchRow } from './MatchRow.tsx'
import styles from './matching.module.css'

/** Shows which documents a payment settles, and lets a person decide otherwise. */
export function MatchEditor({ id }: { id: number }) {
  const answer = useAsk(paymentMatching, { id })
  if (answer.data) return <Documents key={id} matching={answer.data} />
  return answer.error ? (
    <ErrorState error={answer.error} retry={() => void answer.refetch()} />
  ) : (
    <Loading rows={3} height={36} />
  )
}

type Matching = OutputOf<typeof paymentMatching>

function Documents({ matching }: { matching: Matching }) {
  const { t } = useTranslation('payments')
  const { closed, documents, amount } = matching
  const mayWrite = useMay(paymentsRights.write)
  // until the person changes something, the proposal follows the answer of the server
  const [changed, setChanged] = useState<MatchDraft | null>(null)
  const [all, setAll] = useState(false)
  const draft = changed ?? draftOf(amount, documents)
  const { rows, unmatched } = rowsOf(amount, documents, draft)
  const shown = all ? rows : rows.filter(({ part, open, cents }) => part > 0 || open > 0 || cents > 0)
  if (closed !== null) return <Text size="sm">{refusalText(closed)}</Text>
  return (
    <Save
      matching={matching}
      rows={rows}
      unmatched={unmatched}
      saved={() => setChanged(null)}
      mayWrite={mayWrite}
      isChanged={changed !== null}
    >
      <div className={styles.summary}>
        <span>{t('matching.unmatched')}</span>
        <strong data-unmatched aria-live="polite" data-over={unmatched < 0 || undefined}>
          <MoneyText value={unmatched} flagNegative />
        </strong>
      </div>
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('matching.no-documents')}
        </Text>
      ) : (
        <Sortable rows={shown} move={(row, place) => setChanged(movedTo(draft, shown, row, place))}>
          {shown.map((row, place) => (
            <MatchRow
              key={row.id}
              row={row}
              place={place}
              kind={matching.kind}
              closed={!mayWrite}
              type={(cents) => setChanged(typedIn(draft, row.id, cents))}
              move={(step) => setChanged(movedTo(draft, shown, row.id, place + step))}
            />
          ))}
        </Sortable>
      )}
      {rows.length > shown.length || all ? (
        <Checkbox
          size="sm"
          label={t('matching.all-documents')}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      ) : null}
      {matching.more ? <Text size="xs">{t('matching.more')}</Text> : null}
      {changed === null ? null : (
        <Group gap="xs">
          <Button variant="subtle" size="compact-sm" onClick={() => setChanged(NO_DRAFT)}>
            {t('matching.oldest-first')}
          </Button>
        </Group>
      )}
    </Save>
  )
}

type SortableProps = {
  rows: readonly Row[]
  move: (id: number, place: number) => void
  children: ReactNode
}

/** Lets the rows be dragged by their grips. Alt with an arrow key moves them too (MatchRow). */
function Sortable({ rows, move, children }: SortableProps) {
  const settings = useMemo((): DragSettings => ({ sensors: [PointerSensor], plugins: dragPlugins() }), [])
  return (
    <DragDropProvider
      {...settings}
      onDragOver={(event) => event.preventDefault()}
      onDragEnd={({ operation: { source, target }, canceled }) => {
        const place = rows.findIndex(({ id }) => id === target?.id)
        if (!canceled && source && place >= 0 && source.id !== target?.id) move(Number(source.id), place)
      }}
    >
      <ol className={styles.rows}>{children}</ol>
    </DragDropProvider>
  )
}

type SaveProps = {
  matching: Matching
  rows: readonly Row[]
  unmatched: number
  isChanged: boolean
  mayWrite: boolean
  saved: () => void
  children: ReactNode
}

/** The buttons below the documents. Enter in a cell presses the first one. */
function Save({ matching, rows, unmatched, isChanged, mayWrite, saved, children }: SaveProps) {
  const { t } = useTranslation('payments')
  const [error, setError] = useState<unknown>(null)
  const run = useRun(matchPayment)
  const parts = rows.filter(({ part }) => part > 0)
  const over = rows.find(({ isOver }) => isOver)
  const closed = over
    ? t('matching.over', { name: over.reference || over.id, open: showMoney(over.most) })
    : unmatched < 0
      ? t('matching.too-much')
      : parts.length === 0
        ? t('matching.nothing')
        : null
  const send = (matches: readonly Row[]) => {
    if (run.isPending) return
    setError(null)
    run
      .mutateAsync({ id: matching.id, matches: matches.map(({ id, part }) => ({ documentId: id, cents: part })) })
      .then(() => {
        saved()
        say.done(t(matches.length === 0 ? 'said.unmatched' : 'said.matched'))
      }, setError)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (closed === null && mayWrite && !stopAtUnreadable(event.currentTarget)) send(parts)
  }
  const isAccepted = !isChanged && matching.byHand > 0 && parts.every(({ byHand }) => byHand)
  return (
    <form className={styles.editor} onSubmit={submit} noValidate>
      {children}
      <RefusalText error={error} />
      {mayWrite ? (
        <Group gap="xs">
          <ActionButton type="submit" pending={run.isPending} closed={isAccepted ? t('matching.accepted') : closed}>
            {t('matching.accept')}
          </ActionButton>
          {matching.byHand > 0 ? (
            <ActionButton variant="default" pending={run.isPending} onClick={() => send([])}>
              {t('matching.undo')}
            </ActionButton>
          ) : null}
        </Group>
      ) : null}
    </form>
  )
}
