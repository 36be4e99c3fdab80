import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_MANY } from '#features/products/domain/many/contract.ts'
import { idsOfChosen, type ManyProps } from '#features/products/web/many/bulk.tsx'
import { useAsk } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import type { RowIds } from '#web/ui/table/TableBulk.tsx'
import { stockFigures } from '../../domain/contract.ts'
import { NewStocks } from './NewStocks.tsx'

/** The button that adjusts the stock of the selected products, with its dialog. */
export default function AdjustMany({ chosen, clear }: ManyProps) {
  const { t } = useTranslation('stock')
  const [taken, setTaken] = useState<RowIds | null>(null)
  const close = () => setTaken(null)
  const open = () => idsOfChosen(chosen).then(setTaken, (error: unknown) => say.failed(error, () => void open()))
  return (
    <>
      <ActionButton variant="default" onClick={() => void open()}>
        {t('action.adjust')}
      </ActionButton>
      <Dialog opened={taken !== null} onClose={close} title={t('action.adjust')} size={760} closeOnClickOutside={false}>
        {taken === null ? null : (
          <Chosen
            {...taken}
            close={close}
            saved={(count) => {
              close()
              clear()
              say.done(t('count.said-booked', { count }))
            }}
          />
        )}
      </Dialog>
    </>
  )
}

type ChosenProps = { ids: readonly number[]; more: boolean; close: () => void; saved: (count: number) => void }

/** Reads the stock once. It changes under the eyes of the person only after a refusal that says so. */
function Chosen({ ids, more, close, saved }: ChosenProps) {
  const { t } = useTranslation('stock')
  const answer = useAsk(stockFigures, { productIds: [...ids] }, { afresh: true })
  const readAgain = () => void answer.refetch()
  if (answer.data === undefined)
    return answer.error ? <ErrorState error={answer.error} retry={readAgain} /> : <Loading rows={5} height={36} />
  return (
    <>
      {more ? (
        <Text size="sm" c="var(--warning-text)" mb="sm">
          {t('products:many-prices.most', { most: MOST_MANY })}
        </Text>
      ) : null}
      <NewStocks rows={answer.data.rows} close={close} saved={saved} readAgain={readAgain} />
    </>
  )
}
