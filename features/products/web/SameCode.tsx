import { Anchor, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18n from 'i18next'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { PageLink } from '#web/navigation.tsx'
import type { createProduct } from '../domain/contract.ts'

type Written = OutputOf<typeof createProduct>

/** The products that have a code too, each with a link. */
export function SameCode({ same }: { same: Written['sameSku'] }) {
  const { t } = useTranslation('products')
  return (
    <Text size="sm" component="div" c="orange.9">
      {t('said.same-code')}{' '}
      {same.map((other, place) => (
        <span key={other.id}>
          {place === 0 ? '' : ', '}
          <Anchor component={PageLink} to={`/product-overview/${other.id}`} size="sm" underline="always">
            {other.name}
          </Anchor>
        </span>
      ))}
    </Text>
  )
}

/** Mentions, after saving, that other products have the same SKU. Nobody is stopped by it. */
export function tellSameSku({ sameSku }: Written): void {
  if (sameSku.length === 0) return
  const t = i18n.getFixedT(null, 'products')
  notifications.show({
    color: 'yellow',
    icon: <TriangleAlert size={16} aria-hidden />,
    // Long enough to read and follow, not so long that it covers the next form.
    autoClose: 15_000,
    role: 'alert',
    closeButtonProps: { 'aria-label': t('action.close') },
    message: <SameCode same={sameSku} />,
  })
}
