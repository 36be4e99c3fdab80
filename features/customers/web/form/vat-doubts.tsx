import { Stack, Text } from '@mantine/core'
import i18n from 'i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { RecordLinks } from '#web/ui/RecordLinks.tsx'
import { say } from '#web/ui/say.tsx'
import type { createCustomer } from '../../domain/contract.ts'

type Written = OutputOf<typeof createCustomer>

/** Warns after saving that a VAT number looks wrong or belongs to other customers too. */
export function tellVatDoubts({ vatWarning, sameVat }: Written): void {
  if (!vatWarning && sameVat.length === 0) return
  const t = i18n.getFixedT(null, 'customers')
  say.doubt(
    <Stack gap={4}>
      {vatWarning ? <Text size="sm">{t('said.vat-digit')}</Text> : null}
      {sameVat.length === 0 ? null : (
        <Text size="sm" component="div">
          {t('said.same-vat')} <RecordLinks records={sameVat} address={(id) => `/customer-detail/${id}`} />
        </Text>
      )}
    </Stack>,
  )
}
