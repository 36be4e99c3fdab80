import { Text, Textarea } from '@mantine/core'
import { HandCoins } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { handOverCash } from '#features/payments/domain/contract.ts'
import type { InputOf } from '#kernel/contract.ts'
import { showMoney } from '#web/format.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { MoneyInput } from '#web/ui/form/DecimalInput.tsx'
import { MoneyText, MomentText } from '#web/ui/texts.tsx'
import { BottomSheet } from '../BottomSheet.tsx'
import styles from './cash.module.css'
import type { DayNow } from '../../domain/day-now.ts'

type CashSheetProps = {
  cash: DayNow['cash']
  onClose: () => void
  /** Stores the action on the device, and returns false if that failed. */
  handOver: (input: InputOf<typeof handOverCash>) => Promise<boolean>
}

/** Shows the payments of the cash a driver carries, and hands it over to the office. */
export function CashSheet({ cash, onClose, handOver }: CashSheetProps) {
  const { t } = useTranslation('driver')
  // the field shows the booked amount until the person types one, because a payment may still be added meanwhile
  const [typed, setTyped] = useState<{ readonly counted: number | null } | null>(null)
  const counted = typed === null ? cash.amount : typed.counted
  const [note, setNote] = useState('')
  const [pending, setPending] = useState(false)
  const differs = counted !== null && counted !== cash.amount
  const closed =
    cash.payments.length === 0
      ? t('cash.nothing')
      : counted === null
        ? t('cash.count-first')
        : differs && note.trim() === ''
          ? t('cash.note-needed')
          : null

  const submit = async () => {
    if (pending || counted === null) return
    setPending(true)
    if (await handOver({ counted, note: note.trim() })) onClose()
    else setPending(false)
  }

  return (
    <BottomSheet
      title={t('cash.carried')}
      onClose={onClose}
      foot={
        <ActionButton
          size="lg"
          leftSection={<HandCoins size={20} aria-hidden />}
          closed={closed}
          pending={pending}
          onClick={() => void submit()}
        >
          {t('cash.submit', { amount: showMoney(counted ?? 0) })}
        </ActionButton>
      }
    >
      {cash.payments.length === 0 ? (
        <Text c="dimmed">{t('cash.nothing')}</Text>
      ) : (
        <>
          <CarriedPayments cash={cash} />
          <MoneyInput
            size="md"
            label={t('cash.counted')}
            value={counted}
            onChange={(next) => setTyped({ counted: next })}
          />
          {differs || note !== '' ? <DifferenceNote required={differs} note={note} setNote={setNote} /> : null}
        </>
      )}
      <HandOvers cash={cash} />
    </BottomSheet>
  )
}

/** Lists the payments of the carried cash, and their sum. */
function CarriedPayments({ cash }: { cash: DayNow['cash'] }) {
  const { t } = useTranslation('driver')
  return (
    <ul className={styles.payments}>
      {cash.payments.map((payment) => (
        <li key={payment.key}>
          <span>
            {payment.customerName}
            {payment.receiptNumber === '' && !payment.waiting ? null : (
              <small>
                {[
                  payment.receiptNumber === '' ? '' : t('cash.receipt', { number: payment.receiptNumber }),
                  payment.waiting ? t('offline.waiting-mark', { ns: 'frame' }) : '',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            )}
          </span>
          <MoneyText value={payment.amount} flagNegative />
        </li>
      ))}
      <li className={styles.sum}>
        <span>{t('cash.carried')}</span>
        <MoneyText value={cash.amount} flagNegative />
      </li>
    </ul>
  )
}

type DifferenceNoteProps = { required: boolean; note: string; setNote: (note: string) => void }

/** Asks why the counted amount differs from the booked one. */
function DifferenceNote({ required, note, setNote }: DifferenceNoteProps) {
  const { t } = useTranslation('driver')
  return (
    <Textarea
      size="md"
      label={t('word.note')}
      description={t('cash.differs')}
      required={required}
      autosize
      minRows={2}
      maxLength={500}
      value={note}
      onChange={(event) => setNote(event.currentTarget.value)}
    />
  )
}

/** Shows the hand-overs of the last days, and the answer of the office to each. */
function HandOvers({ cash }: { cash: DayNow['cash'] }) {
  const { t } = useTranslation('driver')
  if (cash.handovers.length === 0 && cash.handingOver.length === 0) return null
  return (
    <section aria-labelledby="hand-overs">
      <h3 id="hand-overs">{t('cash.hand-overs')}</h3>
      <ul className={styles.payments}>
        {cash.handingOver.map((one) => (
          <li key={one.key}>
            <span>
              <MomentText value={one.at} />
              <small>{t('offline.waiting-mark', { ns: 'frame' })}</small>
            </span>
            <MoneyText value={one.counted} />
          </li>
        ))}
        {cash.handovers.map((one) => (
          <li key={one.id}>
            <span>
              <MomentText value={one.created} />
              <small>
                {one.received === null
                  ? t('cash.not-received')
                  : t('cash.received', { amount: showMoney(one.received), name: one.receivedBy })}
              </small>
            </span>
            <MoneyText value={one.counted} />
          </li>
        ))}
      </ul>
    </section>
  )
}
