import { useTranslation } from 'react-i18next'
import { useRun } from '#web/query.ts'
import { say } from '#web/ui/say.tsx'
import { createShortageTasks } from '../../domain/plan-contract.ts'

/** Creates the tasks for what an order lacks, and says what came of it. `created` follows a success. */
export function useShortageTasks(orderId: number, created: () => void = () => undefined) {
  const { t } = useTranslation('production')
  const run = useRun(createShortageTasks, {
    onSuccess: ({ withoutRecipe }) => {
      say.done(t('shortage.done'))
      const products = withoutRecipe.map(({ name }) => name).join(', ')
      if (products !== '') say.doubt(t('shortage.without-recipe', { products }))
      created()
    },
  })
  const press = () => run.mutate({ orderId }, { onError: (error) => say.failed(error, press, t('shortage.failed')) })
  return { pending: run.isPending, press }
}
