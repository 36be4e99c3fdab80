import { useTranslation } from 'react-i18next'
import type { ManyProps } from './bulk.tsx'
import { ManyDialog } from './ManyDialog.tsx'
import { NewPrices } from './NewPrices.tsx'

/** The button that changes the sale prices of the selected products, with its dialog. */
export default function ChangePrices(many: ManyProps) {
  const { t } = useTranslation('products')
  return (
    <ManyDialog
      {...many}
      label={t('many-prices.open')}
      size={860}
      done={(count) => t('many-prices.done', { count })}
      content={(of) => <NewPrices {...of} />}
    />
  )
}
