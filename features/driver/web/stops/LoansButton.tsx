import { Button } from '@mantine/core'
import { PackageOpen } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { MANY_LOANS } from '#features/loans/domain/loan.ts'
import { showQuantity } from '#web/format.ts'
import styles from './card.module.css'

/** Shows LOANS (n) if the customer has lent items, in red if there are many. */
export function LoansButton({ count, onClick }: { count: number; onClick: () => void }) {
  const { t } = useTranslation('driver')
  if (count === 0) return null
  return (
    <Button
      variant="filled"
      className={styles.loans}
      data-many={count > MANY_LOANS || undefined}
      leftSection={<PackageOpen size={16} aria-hidden />}
      onClick={onClick}
    >
      {t('card.loans', { quantity: showQuantity(count) })}
    </Button>
  )
}
