import { Copy } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { useGo, usePendingUntilLeft } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { say } from '#web/ui/say.tsx'
import { cloneProduct } from '../domain/contract.ts'
import { STARTS_AT_NAME } from './fields/product-values.ts'

type Product = { readonly id: number; readonly name: string }

/** Creates a copy of a product and opens it for changes, with the cursor in its name. */
export const CloneButton = ({ product: { id, name } }: { product: Product }) => (
  // another product begins anew: its copy is not that of the one before
  <OneClone key={id} id={id} name={name} />
)

function OneClone({ id, name }: Product) {
  const { t } = useTranslation('products')
  const go = useGo()
  const run = useRun(cloneProduct, {
    onSuccess: (copy) => {
      go(`/product-update/${copy.id}?${STARTS_AT_NAME}=1`)
      say.done(t('said.cloned', { name }))
    },
    onError: (error) => say.failed(error, () => run.mutate({ id })),
    filling: true,
  })
  const pending = usePendingUntilLeft(run)
  return (
    <ActionButton
      variant="default"
      leftSection={<Copy size={16} aria-hidden />}
      pending={pending}
      onClick={() => run.mutate({ id })}
    >
      {t('action.clone')}
    </ActionButton>
  )
}
