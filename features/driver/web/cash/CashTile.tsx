import { UnstyledButton } from '@mantine/core'
import { Banknote, ChevronRight } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { MoneyText } from '#web/ui/texts.tsx'
import styles from './cash.module.css'
import type { DayNow } from '../../domain/day-now.ts'

/** Shows the cash the driver carries. A press opens the payments and the hand-over. */
export function CashTile({ cash, open }: { cash: DayNow['cash']; open: () => void }) {
  const { t } = useTranslation('driver')
  return (
    <UnstyledButton className={styles.tile} onClick={open}>
      <Banknote size={20} aria-hidden />
      <span>
        {t('cash.carried')}
        <small>{t('cash.payments', { count: cash.payments.length })}</small>
      </span>
      <strong>
        <MoneyText value={cash.amount} flagNegative />
      </strong>
      <ChevronRight size={20} aria-hidden />
    </UnstyledButton>
  )
}
