import { ActionIcon, Group, TextInput } from '@mantine/core'
import { Check } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { say } from '#web/ui/say.tsx'
import { NOTHING } from '#web/format.ts'
import { changeProduct } from '../domain/contract.ts'
import { productsRights } from '../domain/rights.ts'

type ShelfFieldProps = { product: { readonly id: number; readonly version: number; readonly shelf: string } }

/** Shows the shelf of a product, and stores another one in place. */
export function ShelfField({ product: { id, version, shelf } }: ShelfFieldProps) {
  const { t } = useTranslation('products')
  const mayWrite = useMay(productsRights.write)
  const [typed, setTyped] = useState(shelf)
  const run = useRun(changeProduct, {
    onSuccess: () => say.done(t('shelf.stored')),
    onError: (error) => say.failed(error),
    invalidates: ['products', `products:${id}`],
  })
  if (!mayWrite) return shelf || NOTHING
  const store = (event: SyntheticEvent) => {
    event.preventDefault()
    run.mutate({ id, version, changes: { shelf: typed.trim() } })
  }
  return (
    <form onSubmit={store} noValidate>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label={t('field.shelf')}
          value={typed}
          maxLength={60}
          w={120}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {typed.trim() === shelf ? null : (
          <ActionIcon
            type="submit"
            size="lg"
            loading={run.isPending}
            aria-label={t('shelf.store')}
            title={t('shelf.store')}
          >
            <Check size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </form>
  )
}
