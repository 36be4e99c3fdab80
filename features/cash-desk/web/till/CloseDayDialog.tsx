import { Button, Group, Stack, Textarea } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Day } from '#kernel/day.ts'
import { type Cents, cents, subtractCents } from '#kernel/money.ts'
import { Refused } from '#kernel/refusal.ts'
import { showDay, showMoney } from '#web/format.ts'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { DayInput } from '#web/ui/form/DayInput.tsx'
import { QuantityInput } from '#web/ui/form/DecimalInput.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { Facts } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import { MoneyText } from '#web/ui/texts.tsx'
import { closeDay, expectedTill } from '../../domain/till-contract.ts'
import {
  COINS,
  countedAmount,
  MOST_PIECES,
  NOTES,
  type Piece,
  type Pieces,
  whyNotDifference,
} from '../../domain/till.ts'
import styles from './till.module.css'

type CloseDayProps = {
  today: Day
  /** True if the company hides the expected amount from the person, who then closes the day without it. */
  hidden: boolean
  onClose: () => void
}

/** Counts the till by note and coin, shows the expected amount after the count, and closes the day. */
export function CloseDayDialog({ today, hidden, onClose }: CloseDayProps) {
  const { t } = useTranslation('cash-desk')
  const [day, setDay] = useState<string | null>(today)
  const [pieces, setPieces] = useState<Pieces>({})
  const [compared, setCompared] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const counted = countedAmount(pieces)
  // a press compares; a count that is corrected afterwards needs no second press
  const shown = useAsk(expectedTill, { day: day ?? today }, { enabled: compared !== null && compared === day })
  const expected = compared !== null && compared === day ? shown.data?.expected : undefined
  const run = useRun(closeDay, {
    onSuccess: (output) => {
      say.done(t('close.said', { day: showDay(day ?? today), amount: showMoney(output.counted) }))
      onClose()
    },
    onError: () => void (hidden || shown.refetch()),
  })
  const words = note.trim() || null
  const differs = hidden
    ? run.error instanceof Refused && run.error.refusal.code === 'cash-desk.difference-needs-reason'
    : expected !== undefined && expected !== counted
  const closed = hidden
    ? differs && words === null
      ? t('refusal.difference-needs-reason')
      : null
    : expected === undefined
      ? t('close.compare-first')
      : whyNotDifference(counted, cents(expected), words, hidden)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (day === null) return
    if (expected === undefined && !hidden) return setCompared(day)
    if (closed === null && !run.isPending)
      run.mutate({ day, pieces, seenExpected: expected ?? null, note: note.trim() })
  }
  return (
    <Dialog opened onClose={onClose} title={t('close.title')} size="lg" closeOnClickOutside={false}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <DayInput label={t('word.day')} value={day} onChange={setDay} maxDate={today} clearable={false} maw={220} />
          <PieceFields pieces={pieces} onChange={setPieces} />
          <Comparison counted={counted} expected={expected} differs={differs} note={note} setNote={setNote} />
          <RefusalText error={run.error ?? shown.error} />
          <Group justify="flex-end" gap="xs" className={surfaces.dialogActions}>
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            {expected === undefined && !hidden ? (
              <Button type="submit" loading={compared !== null && shown.isFetching}>
                {t('close.compare')}
              </Button>
            ) : (
              <ActionButton type="submit" closed={closed} pending={run.isPending}>
                {t('close.open')}
              </ActionButton>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

type ComparisonProps = {
  counted: Cents
  /** Undefined before the person compares. */
  expected: number | undefined
  /** True if the count is known to differ, so that the reason is asked for. */
  differs: boolean
  note: string
  setNote: (note: string) => void
}

/** The counted amount; after the comparison also the expected one, and the reason of a difference. */
function Comparison({ counted, expected, differs, note, setNote }: ComparisonProps) {
  const { t } = useTranslation('cash-desk')
  const money = (label: string, value: number) => ({
    label,
    value: <MoneyText value={value} flagNegative />,
    figures: true,
  })
  const compared =
    expected === undefined
      ? []
      : [money(t('field.expected'), expected), money(t('word.difference'), subtractCents(counted, cents(expected)))]
  return (
    <>
      <Facts items={[money(t('field.counted'), counted), ...compared]} />
      {!differs ? null : (
        <Textarea
          label={t('close.reason')}
          required
          autosize
          minRows={2}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
    </>
  )
}

/** A number of pieces as the field of quantities takes it. */
const scaled = (count: number | undefined): number | null => (count === undefined ? null : count * 10_000)

/** One field for each note and coin. */
function PieceFields({ pieces, onChange }: { pieces: Pieces; onChange: (pieces: Pieces) => void }) {
  const { t } = useTranslation('cash-desk')
  const field = (value: Piece) => (
    <QuantityInput
      key={value}
      label={showMoney(value)}
      whole
      min={0}
      max={MOST_PIECES * 10_000}
      inputMode="numeric"
      data-autofocus={value === NOTES[0] || undefined}
      value={scaled(pieces[`${value}`])}
      onChange={(count) => onChange({ ...pieces, [value]: count === null ? undefined : count / 10_000 })}
    />
  )
  return (
    <>
      <fieldset className={styles.pieces}>
        <legend>{t('close.notes')}</legend>
        {NOTES.map(field)}
      </fieldset>
      <fieldset className={styles.pieces}>
        <legend>{t('close.coins')}</legend>
        {COINS.map(field)}
      </fieldset>
    </>
  )
}
