import { ActionIcon, Group, TextInput } from '@mantine/core'
import { Check } from '#web/ui/icon/icons.ts'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { say } from '#web/ui/say.tsx'
import { NOTHING } from '#web/format.ts'
import { changeProduct, type Product } from '../domain/contract.ts'
import { productsRights } from '../domain/rights.ts'

type Place = Pick<Product, 'storePart' | 'storeFloor' | 'shelf'>
const PARTS = ['storePart', 'storeFloor', 'shelf'] as const satisfies readonly (keyof Place)[]

type PlaceInputsProps = { place: Place; onChange: (place: Place) => void; width?: number }

/** The inputs for where a product lies: the part of the store, the floor and the shelf. */
export function PlaceInputs({ place, onChange, width }: PlaceInputsProps) {
  const { t } = useTranslation('products')
  return PARTS.map((part) => (
    <TextInput
      key={part}
      label={t(`field.${part}`)}
      w={width}
      value={place[part]}
      maxLength={60}
      autoComplete="off"
      onChange={(event) => onChange({ ...place, [part]: event.currentTarget.value })}
    />
  ))
}

/** Shows where a product lies, and stores another place at once. */
export function ShelfField({ product: { id, version, ...product } }: { product: Product }) {
  const { t } = useTranslation('products')
  const mayWrite = useMay(productsRights.write)
  const stored: Place = { storePart: product.storePart, storeFloor: product.storeFloor, shelf: product.shelf }
  const [typed, setTyped] = useState(stored)
  const run = useRun(changeProduct, {
    onSuccess: () => say.done(t('shelf.stored')),
    onError: (error) => say.failed(error),
  })
  if (!mayWrite)
    return (
      PARTS.map((part) => stored[part])
        .filter(Boolean)
        .join(' · ') || NOTHING
    )
  const trimmed: Place = {
    storePart: typed.storePart.trim(),
    storeFloor: typed.storeFloor.trim(),
    shelf: typed.shelf.trim(),
  }
  const store = (event: SyntheticEvent) => {
    event.preventDefault()
    run.mutate({ id, version, changes: trimmed })
  }
  return (
    <form onSubmit={store} noValidate>
      <Group gap="xs" align="end">
        <PlaceInputs place={typed} onChange={setTyped} width={112} />
        {PARTS.every((part) => trimmed[part] === stored[part]) ? null : (
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
