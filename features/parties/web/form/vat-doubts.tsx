import { Stack, Text } from '@mantine/core'
import i18n from 'i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { RecordLinks } from '#web/ui/RecordLinks.tsx'
import { say } from '#web/ui/say.tsx'
import { addressOf } from '#kernel/entity.ts'
import type { PartyContracts } from '../../domain/contract.ts'
import type { PartyPages } from '../party-pages.ts'

type Written = OutputOf<PartyContracts['create']>

/** Warns after saving that a VAT number looks wrong or belongs to other parties of the kind too. */
export function tellVatDoubts(pages: PartyPages, { vatWarning, sameVat }: Written): void {
  if (!vatWarning && sameVat.length === 0) return
  const t = i18n.getFixedT(null, 'parties')
  say.doubt(
    <Stack gap={4}>
      {vatWarning ? <Text size="sm">{t('said.vat-digit')}</Text> : null}
      {sameVat.length === 0 ? null : (
        <Text size="sm" component="div">
          {t('said.same-vat', { ns: pages.feature })}{' '}
          <RecordLinks records={sameVat} address={(id) => addressOf(pages.entity, id)} />
        </Text>
      )}
    </Stack>,
  )
}
