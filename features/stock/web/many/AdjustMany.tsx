import { useTranslation } from 'react-i18next'
import type { ManyProps } from '#features/products/web/many/bulk.tsx'
import { type ContentOfMany, ManyDialog } from '#features/products/web/many/ManyDialog.tsx'
import { useAsk } from '#web/query.ts'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { stockFigures } from '../../domain/contract.ts'
import { NewStocks } from './NewStocks.tsx'

/** The button that adjusts the stock of the selected products, with its dialog. */
export default function AdjustMany(many: ManyProps) {
  const { t } = useTranslation('stock')
  return (
    <ManyDialog
      {...many}
      label={t('action.adjust')}
      size={760}
      done={(count) => t('count.said-booked', { count })}
      content={(of) => <Chosen {...of} />}
    />
  )
}

/** Reads the stock once. It changes under the eyes of the person only after a refusal that says so. */
function Chosen({ ids, close, saved }: ContentOfMany) {
  const answer = useAsk(stockFigures, { productIds: [...ids] }, { afresh: true })
  const readAgain = () => void answer.refetch()
  if (answer.data === undefined)
    return answer.error ? <ErrorState error={answer.error} retry={readAgain} /> : <Loading rows={5} height={36} />
  return <NewStocks rows={answer.data.rows} close={close} saved={saved} readAgain={readAgain} />
}
