import { Anchor, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18n from 'i18next'
import { TriangleAlert } from 'lucide-react'
import type { OutputOf } from '#kernel/contract.ts'
import { PageLink } from '#web/navigation.tsx'
import type { createCustomer } from '../domain/contract.ts'

type Written = OutputOf<typeof createCustomer>

/** Mentions, after saving, that a VAT number looks wrong or belongs to other customers too. Nobody is stopped by it. */
export function tellVatDoubts({ vatWarning, sameVat }: Written): void {
  if (!vatWarning && sameVat.length === 0) return
  const t = i18n.getFixedT(null, 'customers')
  notifications.show({
    color: 'yellow',
    icon: <TriangleAlert size={16} aria-hidden />,
    // Long enough to read and follow, not so long that it covers the next form.
    autoClose: 15_000,
    role: 'alert',
    closeButtonProps: { 'aria-label': t('action.close') },
    message: (
      <Stack gap={4}>
        {vatWarning ? <Text size="sm">{t('said.vat-digit')}</Text> : null}
        {sameVat.length === 0 ? null : (
          <Text size="sm" component="div">
            {t('said.same-vat')}{' '}
            {sameVat.map((other, place) => (
              <span key={other.id}>
                {place === 0 ? '' : ', '}
                <Anchor component={PageLink} to={`/customer-detail/${other.id}`} size="sm" underline="always">
                  {other.name}
                </Anchor>
              </span>
            ))}
          </Text>
        )}
      </Stack>
    ),
  })
}
