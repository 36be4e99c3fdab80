import { Text } from '@mantine/core'
import i18n from 'i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { RecordLinks } from '#web/ui/RecordLinks.tsx'
import { say } from '#web/ui/say.tsx'
import { addressOf } from '#kernel/entity.ts'
import type { PartyContracts } from '../../domain/contract.ts'
import type { PartyPages } from '../party-pages.ts'

type Written = OutputOf<PartyContracts['create']>

/** Warns after saving that a VAT number belongs to other parties of the kind too. A wrong one was asked about before. */
export function tellVatDoubts(pages: PartyPages, { sameVat }: Written): void {
  if (sameVat.length === 0) return
  const t = i18n.getFixedT(null, 'parties')
  say.doubt(
    <Text size="sm" component="div">
      {t('said.same-vat', { ns: pages.feature })}{' '}
      <RecordLinks records={sameVat} address={(id) => addressOf(pages.entity, id)} />
    </Text>,
  )
}
