import { useTranslation } from 'react-i18next'
import { MOST_MANY } from '#features/products/domain/many/contract.ts'
import { idsOfChosen, type ManyProps } from '#features/products/web/many/bulk.tsx'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { say } from '#web/ui/say.tsx'
import { askForMissing } from '../domain/contract.ts'

/** The button over selected products that asks for what is missing of them. One press writes the requests. */
export default function AskForMissing({ chosen, clear }: ManyProps) {
  const { t } = useTranslation('purchases')
  const run = useRun(askForMissing)
  const press = async () => {
    const { ids, more } = await idsOfChosen(chosen)
    const { asked } = await run.mutateAsync({ productIds: [...ids] })
    if (more) say.note(t('products:many-prices.most', { most: MOST_MANY }))
    if (asked === 0) return say.note(t('ask.missing-none'))
    say.done(t('ask.missing-done', { count: asked }))
    clear()
  }
  return (
    <ActionButton
      variant="default"
      pending={run.isPending}
      onClick={() => {
        press().catch((error: unknown) => say.failed(error))
      }}
    >
      {t('ask.missing')}
    </ActionButton>
  )
}
