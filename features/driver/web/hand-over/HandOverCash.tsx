import { Button, TextInput } from '@mantine/core'
import { Banknote } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Cents } from '#kernel/money.ts'
import { showMoney } from '#web/format.ts'
import { MoneyInput } from '#web/ui/form/DecimalInput.tsx'
import type { Stop } from '../../domain/day.ts'
import { cashOf, type HandOver, owedAt } from '../../domain/hand-over.ts'
import styles from './handover.module.css'

export type HandOverCashProps = {
  stop: Stop
  balance: Cents
  draft: HandOver
  change: (part: Partial<HandOver>) => void
}

/** Asks for the cash taken: the whole amount with one press, or a typed amount. */
export function HandOverCash({ stop, balance, draft, change }: HandOverCashProps) {
  const { t } = useTranslation('driver')
  const owed = owedAt(stop, balance, draft)
  const choices = (['all', 'order'] as const).filter(
    (choice) => owed[choice] > 0 && (choice === 'all' || owed.order !== owed.all),
  )
  return (
    <section aria-labelledby="cash-received" className={styles.cash}>
      <h3 id="cash-received">{t('hand-over.cash')}</h3>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <Button
            key={choice}
            variant={draft.cash === choice ? 'filled' : 'default'}
            aria-pressed={draft.cash === choice}
            leftSection={<Banknote size={18} aria-hidden />}
            onClick={() => change({ cash: draft.cash === choice ? null : choice, typed: null })}
          >
            {t(owed.order === owed.all ? 'hand-over.take' : `hand-over.take-${choice}`, {
              amount: showMoney(owed[choice]),
            })}
          </Button>
        ))}
        {draft.cash === null ? (
          <Button variant="default" onClick={() => change({ cash: 'typed', typed: null })}>
            {t('hand-over.take-other')}
          </Button>
        ) : null}
      </div>
      {draft.cash === null ? null : (
        <div className={styles.amounts}>
          <MoneyInput
            size="md"
            label={t('hand-over.amount')}
            value={cashOf(stop, balance, draft)}
            min={1}
            onChange={(typed) => change({ cash: 'typed', typed })}
          />
          <TextInput
            size="md"
            label={t('hand-over.receipt')}
            value={draft.receiptNumber}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => change({ receiptNumber: event.currentTarget.value })}
          />
        </div>
      )}
    </section>
  )
}
