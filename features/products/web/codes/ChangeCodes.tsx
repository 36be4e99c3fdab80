import { useTranslation } from 'react-i18next'
import type { ManyProps } from '../many/bulk.tsx'
import { ManyDialog } from '../many/ManyDialog.tsx'
import { NewCodes } from './NewCodes.tsx'

/** The button that gives the selected products their codes of goods, with its dialog. */
export default function ChangeCodes(many: ManyProps) {
  const { t } = useTranslation('products')
  return (
    <ManyDialog
      {...many}
      label={t('many-codes.open')}
      size={860}
      done={(number) => t('many-codes.done', { number })}
      content={(of) => <NewCodes {...of} />}
    />
  )
}
