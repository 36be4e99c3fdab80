import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showCount } from '#web/format.ts'
import { MOST_COUNTED_PRODUCTS } from '../../domain/counting/contract.ts'

/** Says that more products should lie there than a sheet can list, and how to count the others. */
export function SheetCut({ more }: { more: boolean }) {
  const { t } = useTranslation('stock')
  if (!more) return null
  return <Alert color="orange">{t('count.sheet-cut', { most: showCount(MOST_COUNTED_PRODUCTS) })}</Alert>
}
