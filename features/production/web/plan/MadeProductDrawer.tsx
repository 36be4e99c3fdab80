import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Plus, Search } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchProducts } from '#features/products/domain/contract.ts'
import { type Unit, USAGE_TYPES } from '#features/products/domain/product.ts'
import { useAsk } from '#web/query.ts'
import { Drawer } from '#web/ui/Overlays.tsx'
import { Thumb } from '#web/ui/photo/Thumb.tsx'
import { say } from '#web/ui/say.tsx'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { showQuantity } from '#web/format.ts'

const MADE = USAGE_TYPES.filter((type) => type !== 'PURCHASED-MATERIAL')

export type PickedProduct = { readonly id: number; readonly name: string; readonly unit: Unit }

type Props = { opened: boolean; close: () => void; add: (product: PickedProduct) => void }

/** Finds products that are not bought (S2-VAL-20). It stays open while several are added. */
export function MadeProductDrawer({ opened, close, add }: Props) {
  const { t } = useTranslation('production')
  return (
    <Drawer opened={opened} onClose={close} title={t('new-task.add')} size={520}>
      <Products add={add} />
    </Drawer>
  )
}

function Products({ add }: Pick<Props, 'add'>) {
  const { t } = useTranslation('production')
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, 200)
  const answer = useAsk(searchProducts, { search, usageType: MADE }, { keepPrevious: true })
  return (
    <>
      <TextInput
        data-autofocus
        type="search"
        label={t('new-task.search')}
        value={text}
        leftSection={<Search size={16} aria-hidden />}
        onChange={(event) => setText(event.currentTarget.value)}
        mb="sm"
      />
      {answer.data ? null : answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={8} height={44} />
      )}
      {answer.data?.rows.length === 0 ? <EmptyState title={t('new-task.found-none')} /> : null}
      <Stack gap="sm">
        {answer.data?.rows.map(({ id, name, sku, unit, stock, photo }) => (
          <Group key={id} wrap="nowrap" justify="space-between" data-product={id}>
            <Group wrap="nowrap" gap="sm" miw={0}>
              <Thumb photo={photo} size={44} />
              <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                {name}
                <Text size="sm" c="var(--text-secondary)">
                  {[sku, t('new-task.stock', { stock: showQuantity(stock) })].filter(Boolean).join(' · ')}
                </Text>
              </div>
            </Group>
            <Button
              variant="default"
              size="compact-md"
              flex="none"
              leftSection={<Plus size={14} aria-hidden />}
              aria-label={t('new-task.take-named', { name })}
              onClick={() => {
                add({ id, name, unit })
                say.done(t('new-task.added', { name }))
              }}
            >
              {t('action.add')}
            </Button>
          </Group>
        ))}
      </Stack>
    </>
  )
}
